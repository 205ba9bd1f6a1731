import { deleteReportSchedule, type ReportSchedule } from '@signet/contract/reports/report-schedules'
import { IconCalendarRepeat, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dayName } from '../../format/time/date-time.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { DataState } from '../../ui/feedback/data-state.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { Card, Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { sectionWords } from './report-words.ts'
import { schedulesQuery } from './reports.api.ts'
import { useAction } from '../../ui/controls/use-action.ts'

/** The scheduled reports; nothing is shown if there are none. */
export function SchedulesBlock({ company }: { company: string }) {
  const schedules = useQuery(schedulesQuery(company))
  return (
    <DataState query={schedules} what={t('theSchedules')} loading={null} isEmpty={({ length }) => length === 0}>
      {(all) => (
        <Stack as="section" gap={2} aria-label={t('scheduledReports')}>
          <h2>{t('scheduledReports')}</h2>
          <Card as="ul" kind="list" className="ruled">
            {all.map((schedule) => (
              <Row key={schedule.id} company={company} schedule={schedule} />
            ))}
          </Card>
        </Stack>
      )}
    </DataState>
  )
}

function Row({ company, schedule }: { company: string; schedule: ReportSchedule }) {
  const client = useQueryClient()
  const { id, rhythm, sections, format, nextOn } = schedule
  const name = `${t(`rhythm.${rhythm}`)}: ${sections.map((kind) => t(sectionWords[kind])).join(', ')}`
  const { isBusy, run } = useAction(
    async () => {
      await call(deleteReportSchedule, { params: { scheduleId: id }, query: { company } })
      toast(t('scheduleDeleted'))
    },
    {
      failed: (reason) => t('deleteFailed', { name, reason }),
      settled: () => client.invalidateQueries({ queryKey: [company, 'reports', 'schedules'] }),
    },
  )
  return (
    <li>
      <IconCalendarRepeat size={18} stroke={1.7} aria-hidden="true" />
      <Stack as="span" gap={0} grow>
        <b>{name}</b>
        <small>
          {t('nextOnDate', {
            format: format.toUpperCase(),
            date: dayName(nextOn),
          })}
        </small>
      </Stack>
      <IconButton label={t('deleteSchedule', { name })} disabled={isBusy} onClick={run}>
        <IconTrash size={16} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
