import {
  addAllowEntry,
  allowKinds,
  changeAllowEntry,
  type AllowEntry,
  type AllowKind,
} from '@signet/contract/allow-list'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemAt } from '../../api/field-problems.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem } from '../../ui/forms/form-section.tsx'
import { Stack } from '../../ui/layout/parts.tsx'
import { t, type Word } from './words.ts'
import { useSave } from './use-save.ts'
import { allowKindName } from '../../words/named/allow-list.ts'

const hints: Readonly<Record<AllowKind, Word>> = {
  domain: 'forExamplePartnerExampleWww',
  host: 'forExamplePagesPartnerExample',
  address: 'forExamplePartnerExampleShop',
  account: 'sourceAndAccountForExample',
}

/** The last day an entry holds on, as a date field has it. */
const dayOf = (expiresAt: string | null) =>
  expiresAt === null ? '' : new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10)

/** A new entry of the allow-list, or why and until when one holds. */
export function AllowEntryDialog({
  entry,
  onSaved,
  onClose,
}: {
  /** Null for a new one. */
  entry: AllowEntry | null
  onSaved: () => Promise<void>
  onClose: () => void
}) {
  const company = useCompany()
  const [kind, setKind] = useState<AllowKind>('domain')
  const [value, setValue] = useState('')
  const [reason, setReason] = useState(entry?.reason ?? '')
  const [day, setDay] = useState(dayOf(entry?.expiresAt ?? null))
  const { form, problems, isBusy, submit } = useSave({
    fields: ['value', 'reason', 'until'],
    check: () => ({
      ...(entry === null && value.trim() === '' ? { value: t('enterWhatIsLetPass') } : {}),
      ...(reason.trim().length < 3 ? { reason: t('sayWhyForWhoeverReads') } : {}),
    }),
    save: async () => {
      const until = day === '' ? null : day
      if (entry === null) {
        await call(addAllowEntry, { query: { company }, body: { kind, value, reason, until } })
      } else {
        // A day that was not touched is not sent: one that is over would be refused.
        const changed = day === dayOf(entry.expiresAt) ? {} : { until }
        const body = { reason, ...changed, version: entry.version }
        await call(changeAllowEntry, { params: { entryId: entry.id }, query: { company }, body })
      }
      await onSaved()
      onClose()
    },
  })
  return (
    <Dialog title={entry ? t('editName', { name: entry.value }) : t('letSomethingPass')} onClose={onClose}>
      <Stack
        ref={form}
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {entry === null && (
          <>
            <Field label={t('whatItCovers')}>
              {(control) => (
                <select {...control} value={kind} onChange={(event) => setKind(event.target.value as AllowKind)}>
                  {allowKinds.map((one) => (
                    <option key={one} value={one}>
                      {allowKindName(one)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={t('nameOrAddress')} hint={t(hints[kind])} problem={problemAt(problems, 'value')}>
              {(control) => (
                <input
                  {...control}
                  className="mono"
                  maxLength={1000}
                  autoCapitalize="off"
                  spellCheck={false}
                  value={value}
                  onChange={(event) => setValue(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        <Field label={t('why')} problem={problemAt(problems, 'reason')}>
          {(control) => (
            <input {...control} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Field label={t('holdsUntil')} hint={t('emptyWithoutEnd')} problem={problemAt(problems, 'until')}>
          {(control) => <input {...control} type="date" value={day} onChange={(event) => setDay(event.target.value)} />}
        </Field>
        <FormProblem>{problems.form}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {entry ? t('save') : t('letItPass')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
