import { leakSeverity } from '@signet/contract/leaks/leaks'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/api-error.ts'
import { calendarDay } from '../../../format/time/date-time.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { csvText, saveCsv } from '../../../ui/grid/csv-file.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { addressKind } from '../leak-words.ts'
import { disclosuresQuery } from '../disclosures/disclosures.api.ts'
import { readPeopleForFile } from './people.api.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { AreaField } from '../../../ui/forms/field.tsx'

const reasonMin = 10
const reasonMax = 500

/** The people and their leaks as CSV, with one row per leak, or one row for a person without leaks. Passwords are masked. */
function peopleCsv({ people, leaks }: Awaited<ReturnType<typeof readPeopleForFile>>): string {
  const rows = people.flatMap((person) => {
    const who = [person.name, person.title ?? '', person.leaks]
    const own = leaks.filter(({ personId }) => personId === person.id)
    if (own.length === 0) return [[...who, ...Array.from({ length: 9 }, () => '')]]
    return own.map((leak) => [
      ...who,
      leak.leakTypeLabel,
      leakSeverity(leak),
      leak.username ?? '',
      leak.source,
      leak.entity,
      leak.url ?? addressKind(leak) ?? '',
      leak.password ?? '',
      t(`status.${leak.status}`),
      leak.date,
    ])
  })
  const head = [
    'Person',
    'Title',
    'Leaks',
    'Kind',
    'Severity',
    'Identity',
    'Database',
    'Package',
    'Address',
    'Password',
  ]
  return csvText([...head, 'Status', 'Leaked'], rows)
}

/** Asks for a reason before names are exported from the portal. */
export function ExportPeople({
  company,
  count,
  person,
  onClose,
}: {
  company: string
  count: number
  /** Omitted for an export of everybody. */
  person?: { id: string; name: string }
  onClose: () => void
}) {
  const client = useQueryClient()
  const companyName = useClientInfo()?.name ?? company
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim().length < reasonMin && t('reasonTooShort', { count: reasonMin }) }),
    save: async ({ reason }) => {
      const answer = await readPeopleForFile(company, reason.trim(), person?.id)
      void client.invalidateQueries({ queryKey: disclosuresQuery(company).queryKey })
      saveCsv(`people-leaks-${company}-${calendarDay(new Date())}.csv`, peopleCsv(answer))
      const people = t('peopleExportedCount', { count: answer.people.length })
      snackbar(answer.isCut ? `${people} ${t('oldestLeaksOmitted')}` : people)
      onClose()
    },
    explain: (error) => t('exportPeopleFailed', { why: errorText(error) }),
  })
  return (
    <FormDialog form={form} title={t('exportPeopleTitle')} submitLabel={t('export')} onClose={onClose}>
      <Text as="p" tone="quiet">
        {person
          ? t('exportPersonHint', { name: person.name, company: companyName })
          : t('exportPeopleHint', { count, company: companyName })}{' '}
        {t('reasonIsRecorded')}
      </Text>
      <AreaField
        label={t('exportReason')}
        hint={t('exportReasonHint')}
        maxLength={reasonMax}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
