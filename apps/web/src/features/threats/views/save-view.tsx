import type { ColumnChoice } from '@signet/contract/portal-settings'
import { addView, changeView, type View } from '@signet/contract/views'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/dialog.tsx'
import { toast } from '../../../ui/feedback/toasts.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords } from '../records.ts'
import type { ListSource } from '../threat-source.ts'
import own from './save-view.module.css'

const nameMax = 60

/** Asks for the name of a new view or another one of an own view, and for whom it is. */
export function SaveView({
  renamed,
  filters,
  source,
  columns,
  onSaved,
  onClose,
}: {
  /** An own view that gets another name; what it shows stays as it was kept. Left out: a new view. */
  renamed?: Pick<View, 'id' | 'name' | 'isShared' | 'version'>
  filters: Record<string, string>
  source: ListSource
  columns: ColumnChoice[] | undefined
  onSaved: (view: View) => void
  onClose: () => void
}) {
  const company = useCompany()
  const companyName = useClientInfo()?.name ?? company
  const { name: list } = useRecords()
  const [name, setName] = useState(renamed?.name ?? '')
  const [isShared, setIsShared] = useState(renamed?.isShared ?? false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const save = async () => {
    setIsBusy(true)
    try {
      const given = { name: name.trim(), isShared }
      const view = renamed
        ? await call(changeView, {
            params: { viewId: renamed.id },
            query: { company },
            body: { ...given, version: renamed.version },
          })
        : await call(addView, {
            query: { company },
            body: { ...given, list, source, filters, columns: columns ?? null },
          })
      toast(renamed ? t('saved') : t('viewSaved'))
      onClose()
      onSaved(view)
    } catch (error) {
      setProblem(errorText(error))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={renamed ? t('renameThisView') : t('saveAsANewView')} onClose={onClose}>
      <Stack
        as="form"
        gap={3}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '') setProblem(t('viewNeedsAName'))
          else void save()
        }}
      >
        <Stack as="label" gap={1} weight="medium" className={own.field}>
          {t('name')}
          <input
            type="text"
            value={name}
            maxLength={nameMax}
            autoComplete="off"
            aria-invalid={problem !== null}
            // The dialog asks for nothing else first.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={(event) => {
              setName(event.target.value)
              setProblem(null)
            }}
          />
        </Stack>
        {problem && (
          <Text as="p" tone="danger" role="alert">
            {problem}
          </Text>
        )}
        <Inline as="label" className={own.tick}>
          <input type="checkbox" checked={isShared} onChange={() => setIsShared(!isShared)} />
          {t('shareWithEverybodyOfCompany', { company: companyName })}
        </Inline>
        {!renamed && (
          <Text as="p" tone="quiet">
            {t('filtersTheirOrder')}
          </Text>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" disabled={isBusy}>
            {t('save')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
