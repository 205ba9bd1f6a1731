import { isOneOf } from '@signet/contract/narrow'
import { openRequestStatuses, type Request, type RequestStatus } from '@signet/contract/requests/requests'
import { dueFilters } from '@signet/contract/takedowns/cases'
import { assignedFilters } from '@signet/contract/threats/assignees'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FacetMenu } from '../../ui/filters/facet-menu.tsx'
import { FilterPill } from '../../ui/filters/filter-pill.tsx'
import { shortList } from '../../ui/filters/short-list.ts'
import { NoRows } from '../../ui/grid/list-state.tsx'
import { Pager } from '../../ui/grid/pager.tsx'
import { dueFilterLabel, dueFilterName, dueFilterWord } from '../../parts/cases/due-filter.ts'
import { dueText } from '../../parts/cases/due-steps.ts'
import { StepDots } from '../../parts/cases/progress-steps.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import css from './add-request-page.module.css'
import { listId } from './waiting-link.tsx'
import { RequestDueFigures } from './due-figures.tsx'
import { Outcomes } from './report-outcomes.tsx'
import { kindWord, statusWord } from './request-words.ts'
import {
  requestSorts,
  requestsPerPage,
  requestsQuery,
  requestViews,
  type RequestFilter,
  type RequestSort,
  type RequestView,
} from './requests.api.ts'

export const requestTones: Record<RequestStatus, ChipTone> = {
  open: 'new',
  inProgress: 'analysis',
  waiting: 'medium',
  done: 'good',
  declined: 'stopped',
}

/** The requests with their status, last updated first, or first due with a filter by that. With `isReports` those that report threats. */
export function RequestList({
  view,
  filter,
  pageNumber,
  isReports = false,
  onChange,
}: {
  view: RequestView
  filter: RequestFilter
  pageNumber: number
  isReports?: boolean
  onChange: (change: { view?: RequestView; page: string | undefined } & RequestFilter) => void
}) {
  const { assigned, due } = filter
  // What is due is worked on in that order.
  const usualSort: RequestSort = due ? 'dueAt' : 'updatedAt'
  const { sort = usualSort } = filter
  const company = useCompany()
  const isStaff = useCan('requests:move')
  const query = useQuery({
    ...requestsQuery(company, view, pageNumber, { ...filter, sort, ...(isReports ? { kind: ['threat'] } : {}) }),
    placeholderData: keepPreviousData,
  })
  const title = isReports ? t('reportedThreats') : isStaff ? t('companyRequests') : t('yourRequests')
  return (
    <Stack as="section" gap={3} aria-label={title} id={listId} tabIndex={-1}>
      <Inline as="header" justify="between" wrap>
        <h2>{title}</h2>
        <Segments
          label={t('requestsByStatus')}
          choices={requestViews.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={(next) => onChange({ view: next, page: undefined })}
        />
      </Inline>
      <Inline wrap justify="between">
        <Inline wrap>
          {isStaff ? (
            <FilterPill
              label={t('assignee')}
              value={shortList(assigned?.map((one) => t(`assigned.${one}`)))}
              onClear={() => onChange({ assigned: undefined, page: undefined })}
            >
              {() => (
                <FacetMenu
                  label={t('assignee')}
                  options={assignedFilters.map((value) => ({ value, label: value }))}
                  chosen={assigned ?? []}
                  render={({ value }) => t(`assigned.${value}`)}
                  onChange={(chosen) => onChange({ assigned: chosen.length > 0 ? chosen : undefined, page: undefined })}
                />
              )}
            </FilterPill>
          ) : null}
          <FilterPill
            label={dueFilterLabel()}
            value={shortList(due?.map(dueFilterWord))}
            onClear={() => onChange({ due: undefined, page: undefined })}
          >
            {() => (
              <FacetMenu
                label={dueFilterLabel()}
                options={dueFilters.map((value) => ({ value, label: value }))}
                chosen={due ?? []}
                render={({ value }) => dueFilterName(value)}
                onChange={(chosen) => onChange({ due: chosen.length > 0 ? chosen : undefined, page: undefined })}
              />
            )}
          </FilterPill>
        </Inline>
        <Inline>
          {/* The switch is named in full for screen readers. */}
          <Text tone="quiet" nowrap aria-hidden>
            {t('sort')}
          </Text>
          <Segments
            label={t('sortRequests')}
            choices={requestSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
            value={sort}
            onChange={(next) => onChange({ sort: next === usualSort ? undefined : next, page: undefined })}
          />
        </Inline>
      </Inline>
      {/* They count requests of every kind. */}
      {isReports ? null : <RequestDueFigures view={view} />}
      <DataState
        query={query}
        what={t('theList')}
        isEmpty={({ total }) => total === 0}
        empty={
          <NoRows
            words={[
              ...(assigned ? [`${t('assignee')}: ${assigned.map((one) => t(`assigned.${one}`)).join(', ')}`] : []),
              ...(due ? [`${dueFilterLabel()}: ${due.map(dueFilterWord).join(', ')}`] : []),
            ]}
            noMatch={t('noneMatch')}
            empty={
              <Card as="p" tone="quiet">
                {view === 'all' ? t('noRequestsYet') : t('viewEmpty')}
              </Card>
            }
            onClear={() => onChange({ assigned: undefined, due: undefined, page: undefined })}
          />
        }
        loading={
          <Card as="div">
            <Skeleton lines={8} />
          </Card>
        }
      >
        {({ items, total }) => (
          <>
            <Card as="ul" kind="bare" gap={0} className={`${css.rows} ruled`}>
              {items.map((request) => (
                <Row key={request.id} request={request} isStaff={isStaff} />
              ))}
            </Card>
            <Pager
              pageNumber={pageNumber}
              pages={Math.ceil(total / requestsPerPage)}
              onPage={(next) => onChange({ page: String(next) })}
            />
          </>
        )}
      </DataState>
    </Stack>
  )
}

function Row({ request, isStaff }: { request: Request; isStaff: boolean }) {
  const { id, subject, kind, status, steps, due, updatedAt, messageCount, assignedTo, outcomes } = request
  const dueBy = dueText(due)
  return (
    <li>
      <Link to="/addRequest/$requestId" params={{ requestId: id }}>
        {subject}
      </Link>
      <Inline gap={3} align="baseline" size="meta" tone="quiet">
        <Inline gap="1 3" wrap grow>
          <StepDots steps={steps} />
          {/* The dots show the progress. A chip next to them says that an answer is needed. */}
          {status === 'waiting' ? <Chip tone={requestTones[status]}>{statusWord(status, isStaff)}</Chip> : null}
          <Outcomes outcomes={outcomes} />
        </Inline>
        <Text fixed nowrap>
          <TimeAgo at={updatedAt} />
        </Text>
      </Inline>
      <Inline gap="0 3" wrap size="meta" tone="quiet">
        <span>{kindWord(kind)}</span>
        {messageCount > 0 ? <span>{t('messagesCount', { count: messageCount })}</span> : null}
        {dueBy === null ? null : <Text tone={due.state === 'overdue' ? 'danger' : 'quiet'}>{dueBy}</Text>}
        {assignedTo ? (
          <span>{t('assigneeOf', { name: assignedTo.name })}</span>
        ) : isStaff && isOneOf(openRequestStatuses, status) ? (
          <span>{t('unassigned')}</span>
        ) : null}
      </Inline>
    </li>
  )
}
