import {
  changeRequestDue,
  moveRequest,
  openRequestStatuses,
  requestFlow,
  type RequestDetail,
  type RequestStatus,
} from '@signet/contract/requests/requests'
import { isOneOf } from '@signet/contract/narrow'
import { IconArrowRight, IconCopy, IconUserCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { call } from '../../api/call.ts'
import { putAnswer } from '../../api/put-answer.ts'
import { dateTimeWithZone } from '../../format/time/date-time.ts'
import { defang, defangWords } from '@signet/contract/threats/defang'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan, useUser } from '../../session/use-session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { CaseCard, CaseColumns, CaseHead, PlainCard } from '../../parts/cases/case-layout.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { dueSteps } from '../../parts/cases/due-steps.ts'
import { ProgressSteps } from '../../parts/cases/progress-steps.tsx'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { snackbar, toast } from '../../ui/feedback/messages/toasts.ts'
import { FileList } from '../../parts/cases/file-list.tsx'
import { Box, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { requestTones } from './request-list.tsx'
import { kindWord, statusWord } from './request-words.ts'
import css from './request-page.module.css'
import { requestQuery } from './requests.api.ts'
import { Outcomes } from './report-outcomes.tsx'
import { Report } from './request-report.tsx'
import { Side } from './request-side.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { addressesOf } from '../../url/addresses-of.ts'

const RequestWrite = lazy(() => import('./request-write.tsx').then((part) => ({ default: part.RequestWrite })))
const MoveDialog = lazy(() =>
  import('../../parts/cases/move-dialog.tsx').then(({ MoveDialog: dialog }) => ({ default: dialog })),
)

export function RequestCase({ request }: { request: RequestDetail }) {
  const company = useCompany()
  const client = useQueryClient()
  const user = useUser()
  const mayMove = useCan('requests:move')
  const mayWrite = useCan('requests:use')
  const companyName = useClientInfo()?.name ?? company
  const [isMoving, setIsMoving] = useState(false)
  const { status, version, subject, assignedTo } = request
  const to = { params: { requestId: request.id }, query: { company } }
  const keep = (changed: RequestDetail) => {
    putAnswer(client, requestQuery(company, request.id).queryKey, changed)
    void client.invalidateQueries({ queryKey: [company, 'requests', 'list'] })
  }
  const assign = async (assignee: string | null) => {
    // Those who take on a request begin with it.
    const isTakenOn = status === 'open' && assignee === user.id
    keep(await call(moveRequest, { ...to, body: { status: isTakenOn ? 'inProgress' : status, assignee, version } }))
    // Home counts the requests of the reader and those of nobody.
    void client.invalidateQueries({ queryKey: ['all companies', 'overview'] })
  }
  const assignToMe = useAction(
    async () => {
      await assign(user.id)
      toast(t('assignedToYou'))
    },
    {
      failed: (reason) => t('requestNotUpdated', { reason }),
      messageAction: {
        label: t('reload'),
        run: () => void client.invalidateQueries({ queryKey: [company, 'requests'] }),
      },
    },
  )
  const changeDue = async (changed: { dueOn: string; reason: string }) => {
    keep(await call(changeRequestDue, { ...to, body: { ...changed, version } }))
    void client.invalidateQueries({ queryKey: [company, 'requests', 'due'] })
  }
  const next: readonly RequestStatus[] = requestFlow[status]
  const isMine = assignedTo?.id === user.id
  // Accepting is taking it on, which must not take it from a colleague.
  const isToAccept = status === 'open' && (isMine || !assignedTo)
  const isClosedForClient = status === 'declined' && !mayMove
  return (
    <>
      <CaseHead
        title={subject}
        chips={
          <>
            <Chip tone={requestTones[status]}>{statusWord(status, mayMove)}</Chip>
            <Outcomes outcomes={request.outcomes} />
            <span>{kindWord(request.kind)}</span>
            {request.severity ? <SeverityMark severity={request.severity} /> : null}
            {request.isDemo ? <Chip tone="closed">{t('demoData')}</Chip> : null}
          </>
        }
        actions={
          mayMove ? (
            <>
              {isMine && !isToAccept ? null : (
                <Button
                  kind={isToAccept ? 'primary' : 'plain'}
                  icon={<IconUserCheck size={16} stroke={1.7} aria-hidden="true" />}
                  isBusy={assignToMe.isBusy}
                  onClick={assignToMe.run}
                >
                  {isToAccept ? t('acceptRequest') : t('assignToMe')}
                </Button>
              )}
              <Button
                kind={isToAccept ? 'plain' : 'primary'}
                icon={<IconArrowRight size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setIsMoving(true)}
              >
                {t('changeStatus')}
              </Button>
            </>
          ) : null
        }
      />
      <PlainCard label={t('progress')}>
        <ProgressSteps label={t('requestSteps')} steps={dueSteps(request, mayMove)} />
      </PlainCard>
      <CaseColumns
        side={
          <Side
            request={request}
            onAssign={mayMove ? assign : undefined}
            onDue={mayMove && isOneOf(openRequestStatuses, status) ? changeDue : undefined}
          />
        }
      >
        <Description request={request} />
        {request.report ? <Report report={request.report} /> : null}
        <CaseCard title={t('messages')}>
          {request.messages.length > 0 ? (
            <Messages messages={request.messages} />
          ) : (
            <Text as="p" tone="quiet">
              {isClosedForClient ? t('noMessages') : mayMove ? t('noMessagesYet') : t('noReplyYet')}
            </Text>
          )}
          {isClosedForClient ? (
            <Text as="p" tone="quiet">
              {t('requestDeclined')}
            </Text>
          ) : mayWrite ? (
            <Box above={4}>
              <Suspense fallback={<Box least={76} />}>
                <RequestWrite
                  requestId={request.id}
                  label={mayMove ? t('messageClient') : t('messageTeam')}
                  onSent={keep}
                />
              </Suspense>
            </Box>
          ) : null}
        </CaseCard>
      </CaseColumns>
      {isMoving ? (
        <Suspense fallback={null}>
          <MoveDialog
            title={t('changeStatus')}
            text={t('titleForCompany', { title: subject, company: companyName })}
            choices={next.map((value) => ({ value, label: statusWord(value, mayMove) }))}
            confirmLabel={t('changeStatus')}
            onMove={async (chosen) => {
              // Loaded on demand, the dialog doesn't keep the type of its choices.
              const reached = next.find((one) => one === chosen)
              if (reached === undefined) return
              keep(await call(moveRequest, { ...to, body: { status: reached, version } }))
              snackbar(t('statusChanged', { status: statusWord(reached, mayMove) }))
            }}
            onClose={() => setIsMoving(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Whether a text only repeats addresses that are listed anyway. */
function isRepeated(text: string, { links, report }: RequestDetail): boolean {
  const listed = [...links, ...(report?.threats.map(({ title }) => title) ?? []), ...(report?.suppressed ?? [])]
  const known = new Set(listed.flatMap((address) => addressesOf(address).links))
  const written = addressesOf(text)
  return written.wrong.length === 0 && written.links.every((link) => known.has(link))
}

/** A report can be its files alone. */
function Description({ request }: { request: RequestDetail }) {
  const { text, links } = request
  const isShown = !isRepeated(text, request)
  if (!isShown && links.length === 0) return null
  return (
    <CaseCard title={t('description')}>
      {isShown ? (
        <Text as="p" most={720} size="long" kept>
          {defangWords(text)}
        </Text>
      ) : null}
      {links.length > 0 ? (
        <Stack as="ul" gap={1} above={isShown ? 3 : 0} aria-label={t('addresses')}>
          {links.map((link) => (
            <Inline as="li" key={link}>
              <span className="mono">{defang(link)}</span>
              <IconButton label={t('copyFullUrl')} onClick={() => copyText(link, t('url'))}>
                <IconCopy size={15} stroke={1.7} aria-hidden="true" />
              </IconButton>
            </Inline>
          ))}
        </Stack>
      ) : null}
    </CaseCard>
  )
}

function Messages({ messages }: Pick<RequestDetail, 'messages'>) {
  return (
    <Stack as="ol" gap={3} className={css.talk}>
      {messages.map(({ id, at, by, isStaff, isOwn, text, files }) => (
        <Stack as="li" key={id} gap="half" most={640} pad="3 4" data-own={isOwn || undefined}>
          <Inline as="header" align="stretch" wrap size="meta" tone="quiet">
            <Text as="b" tone="plain">
              {by}
            </Text>
            {isStaff ? <span>{t('ofSignet')}</span> : null}
            <time dateTime={at} title={dateTimeWithZone(at)}>
              <TimeAgo at={at} />
            </time>
          </Inline>
          <Text as="p" kept>
            {defangWords(text)}
          </Text>
          {files ? <FileList label={t('filesOfMessage')} files={files} /> : null}
        </Stack>
      ))}
    </Stack>
  )
}
