import {
  addAllowEntry,
  allowKinds,
  changeAllowEntry,
  type AllowEntry,
  type AllowKind,
} from '@signet/contract/threats/allow-list'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { t, type Word } from '../words.ts'
import { allowKindName } from '../../../words/named/allow-list.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { InputField, SelectField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'

const hints: Readonly<Record<AllowKind, Word>> = {
  domain: 'domainHint',
  host: 'hostHint',
  address: 'addressHint',
  account: 'accountHint',
}

/** The last valid day of an entry in the format of a date field. */
const dayOf = (expiresAt: string | null) =>
  expiresAt === null ? '' : new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10)

/** Adds an entry to the allow list, or edits the reason and expiry of an existing one. */
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
  // A threat can be whitelisted without a remark.
  const isStillWithout = (reason: string) => entry?.reason === null && reason.trim() === ''
  const form = useForm<{ kind: AllowKind; value: string; reason: string; until: string }>({
    initial: {
      kind: 'domain',
      value: '',
      reason: entry?.reason ?? '',
      until: dayOf(entry?.expiresAt ?? null),
    },
    check: ({ value, reason }) => ({
      value: entry === null && value.trim() === '' && t('valueRequired'),
      reason: reason.trim().length < 3 && !isStillWithout(reason) && t('reasonRequired'),
    }),
    save: async ({ kind, value, reason, until: day }) => {
      const until = day === '' ? null : day
      if (entry === null) {
        await call(addAllowEntry, { query: { company }, body: { kind, value, reason, until } })
      } else {
        // An unchanged day is not sent, because the server refuses days in the past.
        const changed = day === dayOf(entry.expiresAt) ? {} : { until }
        const body = { reason: isStillWithout(reason) ? undefined : reason, ...changed, version: entry.version }
        await call(changeAllowEntry, { params: { entryId: entry.id }, query: { company }, body })
      }
      await onSaved()
      toast(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={entry ? t('editName', { name: entry.value }) : t('addEntryTitle')}
      submitLabel={entry ? t('save') : t('addEntry')}
      onClose={onClose}
    >
      {entry === null && (
        <>
          <SelectField label={t('appliesTo')} all={allowKinds} labelOf={allowKindName} {...form.field('kind')} />
          <InputField
            label={t('allowedValue')}
            hint={t(hints[form.values.kind])}
            className="mono"
            maxLength={1000}
            autoCapitalize="off"
            spellCheck={false}
            {...form.field('value')}
          />
        </>
      )}
      <InputField label={t('reason')} maxLength={500} {...form.field('reason')} />
      <InputField label={t('expires')} hint={t('expiryHint')} type="date" {...form.field('until')} />
    </FormDialog>
  )
}
