import { leakSeverity } from '@signet/contract/leaks'
import { useRef, useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { calendarDay } from '../../format/date-time.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { csvText, saveCsv } from '../../ui/grid/csv-file.ts'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { plural, t } from '../../words/words.ts'
import { addressKind, statusWords } from './leak-words.ts'
import { readPeopleForFile } from './people.api.ts'

const reasonMin = 10
const reasonMax = 500

/** The people and their leaks as CSV, a row for each leak; who has none has one row as well. Passwords are masked. */
export function peopleCsv({ people, leaks }: Awaited<ReturnType<typeof readPeopleForFile>>): string {
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
      statusWords[leak.status],
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

/** Asks why names leave the portal, before they do. */
export function ExportPeople({
  company,
  count,
  person,
  onClose,
}: {
  company: string
  count: number
  /** Left out: everybody. */
  person?: { id: string; name: string }
  onClose: () => void
}) {
  const companyName = useClientInfo()?.name ?? company
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const problem =
    reason.trim().length < reasonMin ? t('Give the reason in at least {count} characters.', { count: reasonMin }) : null

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (problem) {
      field.current?.focus()
      return
    }
    setIsBusy(true)
    setFailure(null)
    try {
      const answer = await readPeopleForFile(company, reason.trim(), person?.id)
      saveCsv(`people-leaks-${company}-${calendarDay(new Date())}.csv`, peopleCsv(answer))
      const people = plural(answer.people.length, '{n} person exported.', '{n} people exported.')
      snackbar(answer.isCut ? `${people} ${t('The oldest leaks were left out.')}` : people)
      onClose()
    } catch (error) {
      setFailure(t('Nothing was exported. {why}', { why: errorText(error) }))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t('Export people and their leaks')} onClose={onClose}>
      <Stack
        noValidate
        as="form"
        gap={3}
        onSubmit={(event) => {
          void save(event)
        }}
      >
        <Text as="p" tone="quiet">
          {person
            ? t('The file names {name} of {company} with every leak; passwords are masked.', {
                name: person.name,
                company: companyName,
              })
            : plural(
                count,
                'The file names {n} person of {company} with every leak; passwords are masked.',
                'The file names {n} people of {company} with every leak; passwords are masked.',
                { company: companyName },
              )}{' '}
          {t('Your reason is put on record with your name and the time.')}
        </Text>
        <Field
          label={t('Why is it needed?')}
          hint={t('E.g. who asked for it and what for')}
          problem={isTried ? problem : null}
        >
          {(control) => (
            <textarea
              {...control}
              ref={field}
              value={reason}
              maxLength={reasonMax}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {failure && (
          <Text as="p" size="meta" tone="danger" role="alert">
            {failure}
          </Text>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('Export')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
