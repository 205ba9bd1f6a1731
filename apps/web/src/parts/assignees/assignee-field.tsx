import type { AssignedKind, Assignee } from '@signet/contract/threats/assignees'
import { listAssignees } from '@signet/contract/requests/assignments'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Popover } from '../../ui/controls/popover.tsx'
import { SearchList, type SearchItem } from '../../ui/controls/search-list.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { Inline, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

const noOne = 'noOne'

/** The assignee of a record: for those who may work on it a button that opens a list of colleagues, otherwise the name. */
export function AssigneeField({
  kind,
  assignedTo,
  onAssign,
  isQuiet = false,
}: {
  kind: AssignedKind
  assignedTo: Assignee | undefined
  /** Without a frame, for a row of icons. */
  isQuiet?: boolean
  /** Undefined if the role may not assign. */
  onAssign: ((userId: string | null) => Promise<unknown>) | undefined
}) {
  const assign = useAction(
    async (userId: string | null, name: string) => {
      await onAssign?.(userId)
      toast(userId === null ? t('unassignedNow') : t('assignedNow', { name }))
    },
    { failed: (reason) => t('notAssigned', { reason }) },
  )
  const shown = assignedTo?.name ?? t('unassigned')
  return (
    <Inline as="div" wrap>
      {onAssign ? (
        <Popover
          label={t('assignee')}
          trigger={(props) => (
            <Button
              {...props}
              kind={isQuiet ? 'quiet' : 'plain'}
              isBusy={assign.isBusy}
              icon={<IconUserCheck size={16} stroke={1.7} aria-hidden="true" />}
              aria-label={`${t('assignedTo')}: ${shown}`}
            >
              {shown}
            </Button>
          )}
        >
          {(close) => (
            <AssigneeList
              kind={kind}
              assignedTo={assignedTo}
              onPick={(userId, name) => {
                close()
                assign.run(userId, name)
              }}
            />
          )}
        </Popover>
      ) : (
        <Text>{shown}</Text>
      )}
      {assignedTo && !assignedTo.isActive ? <Text tone="quiet">{t('cannotWork')}</Text> : null}
    </Inline>
  )
}

/**
 * The list of colleagues, the caller first.
 *
 * @param assignedTo the current assignee; `several` if the records have different ones
 */
export function AssigneeList({
  kind,
  assignedTo,
  onPick,
}: {
  kind: AssignedKind
  assignedTo: Assignee | 'several' | undefined
  onPick: (userId: string | null, name: string) => void
}) {
  const company = useCompany()
  const user = useUser()
  const people = useQuery({
    queryKey: [company, 'assignees', kind],
    queryFn: ({ signal }) => call(listAssignees, { query: { company, kind }, signal }),
  })
  const own = people.data?.filter(({ id }) => id === user.id) ?? []
  const others = people.data?.filter(({ id }) => id !== user.id) ?? []
  const items: SearchItem[] = [
    ...own.map(({ id, name }) => ({ key: id, label: name, hint: t('you') })),
    ...(assignedTo ? [{ key: noOne, label: t('noOne') }] : []),
    ...others.map(({ id, name, isStaff }) => ({ key: id, label: name, ...(isStaff ? { hint: t('staff') } : {}) })),
  ]
  return (
    <SearchList
      label={t('assignee')}
      placeholder={t('searchPeople')}
      items={items}
      {...(assignedTo && assignedTo !== 'several' ? { current: assignedTo.id } : {})}
      empty={people.error ? errorText(people.error) : t('noOneFound')}
      isLoading={people.isLoading}
      onPick={({ key, label }) => onPick(key === noOne ? null : key, label)}
    />
  )
}
