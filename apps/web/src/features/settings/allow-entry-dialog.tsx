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
import { msg, t, type Marked } from '../../words/words.ts'
import { useSave } from './use-save.ts'
import { allowKindName } from '../../words/named/allow-list.ts'

const hints: Readonly<Record<AllowKind, Marked>> = {
  domain: msg('For example partner.example; www.partner.example passes as well.'),
  host: msg('For example pages.partner.example; no other host of the domain passes.'),
  address: msg('For example partner.example/shop; what lies below it passes as well.'),
  account: msg('Source and account, for example Instagram/partner.'),
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
      ...(entry === null && value.trim() === '' ? { value: t('Enter what is let pass.') } : {}),
      ...(reason.trim().length < 3 ? { reason: t('Say why, for whoever reads it later.') } : {}),
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
    <Dialog title={entry ? t('Edit {name}', { name: entry.value }) : t('Let something pass')} onClose={onClose}>
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
            <Field label={t('What it covers')}>
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
            <Field label={t('Name or address')} hint={t(hints[kind])} problem={problemAt(problems, 'value')}>
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
        <Field label={t('Why')} problem={problemAt(problems, 'reason')}>
          {(control) => (
            <input {...control} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Field
          label={t('Holds until')}
          hint={t('Empty: without end. What is seen after that day is a threat again.')}
          problem={problemAt(problems, 'until')}
        >
          {(control) => <input {...control} type="date" value={day} onChange={(event) => setDay(event.target.value)} />}
        </Field>
        <FormProblem>{problems.form}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {entry ? t('Save') : t('Let it pass')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
