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
import { t } from './words.ts'
import { addressKind } from './leak-words.ts'
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
  const problem = reason.trim().length < reasonMin ? t('giveTheReason', { count: reasonMin }) : null

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
      const people = t('peopleExportedCount', { count: answer.people.length })
      snackbar(answer.isCut ? `${people} ${t('oldestLeaksWereLeftOut')}` : people)
      onClose()
    } catch (error) {
      setFailure(t('nothingWasExportedWhy', { why: errorText(error) }))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t('exportPeopleAndTheirLeaks')} onClose={onClose}>
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
            ? t('fileNamesNameOfCompany', {
                name: person.name,
                company: companyName,
              })
            : t('fileNamesPeopleOfCompanyCount', { count, company: companyName })}{' '}
          {t('yourReasonIsPut')}
        </Text>
        <Field label={t('whyIsItNeeded')} hint={t('eGWhoAsked')} problem={isTried ? problem : null}>
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
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('export')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
