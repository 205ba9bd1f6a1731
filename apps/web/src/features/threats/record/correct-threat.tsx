import { patchThreat, patchTout } from '@signet/contract/by-hand'
import { severities, type Severity } from '@signet/contract/severities'
import type { ThreatSource } from '@signet/contract/sources'
import type { ToutSource } from '@signet/contract/tout-sources'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/shown-title.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/dialog.tsx'
import { toast } from '../../../ui/feedback/toasts.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords, type AnyThreat } from '../records.ts'
import own from '../views/save-view.module.css'
import { patchThreats } from '../threat-cache.ts'
import { valueName } from '../../../words/named/name-of.ts'

/** Puts another severity, type or category in the place of what the review gave. */
export function CorrectThreat({ threat, onClose }: { threat: AnyThreat; onClose: () => void }) {
  const client = useQueryClient()
  const company = useCompany()
  const records = useRecords()
  const [severity, setSeverity] = useState<Severity>(threat.severity)
  const [threatType, setThreatType] = useState(threat.threatType)
  const [category, setCategory] = useState(threat.category ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const types = [...new Set([threat.threatType, ...records.infoOf(threat.source).types])]
  const changes = {
    ...(severity === threat.severity ? {} : { severity }),
    ...(threatType === threat.threatType ? {} : { threatType }),
    ...(category.trim() === '' || category.trim() === threat.category ? {} : { category: category.trim() }),
  }

  const save = async () => {
    setIsBusy(true)
    try {
      const given = { query: { company }, body: { ...changes, version: threat.version } }
      const after: AnyThreat =
        records.kind === 'tout'
          ? await call(patchTout, { params: { source: threat.source as ToutSource, toutId: threat.id }, ...given })
          : await call(patchThreat, {
              params: { source: threat.source as ThreatSource, threatId: threat.id },
              ...given,
            })
      patchThreats(client, records, company, new Set([threat.id]), () => after)
      await client.invalidateQueries({ queryKey: [company, records.name, 'detail', threat.id] })
      void client.invalidateQueries({ queryKey: [company, records.name, 'options'] })
      toast(t('corrected'))
      onClose()
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'CONFLICT'
      setProblem(isStale ? t('somebodyChangedItMeanwhileClose') : errorText(error))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t('correctSeverityAndType')} onClose={onClose}>
      <Stack
        as="form"
        gap={3}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Text as="p" tone="quiet">
          {shownTitle(threat.source, threat.title)}
        </Text>
        <Stack as="label" gap={1} weight="medium" className={own.field}>
          {t('severity')}
          <select value={severity} onChange={({ target }) => setSeverity(target.value as Severity)}>
            {severities.map((name) => (
              <option key={name} value={name}>
                {valueName(name)}
              </option>
            ))}
          </select>
        </Stack>
        <Stack as="label" gap={1} weight="medium" className={own.field}>
          {t('type')}
          <select value={threatType} onChange={({ target }) => setThreatType(target.value)}>
            {types.map((name) => (
              <option key={name} value={name}>
                {valueName(name)}
              </option>
            ))}
          </select>
        </Stack>
        <Stack as="label" gap={1} weight="medium" className={own.field}>
          {t('category')}
          <input type="text" value={category} maxLength={100} onChange={({ target }) => setCategory(target.value)} />
        </Stack>
        {problem && (
          <Text as="p" tone="danger" role="alert">
            {problem}
          </Text>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" disabled={isBusy || Object.keys(changes).length === 0}>
            {t('correct')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
