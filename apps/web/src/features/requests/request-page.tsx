import {
  answerRequest,
  moveRequest,
  requestFlow,
  type RequestDetail,
  type RequestStatus,
} from '@signet/contract/requests'
import { IconArrowRight, IconCopy, IconUserCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { dateTimeWithZone } from '../../format/date-time.ts'
import { defang } from '../../format/defang.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan, useUser } from '../../session/use-session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import {
  CaseCard,
  CaseColumns,
  CaseCrumbs,
  CaseHead,
  Fact,
  Facts,
  Moment,
  PlainCard,
} from '../../parts/cases/case-layout.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { FailedBlock, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { FileList } from '../../parts/cases/file-list.tsx'
import { MoveDialog } from '../../parts/cases/move-dialog.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ProgressSteps } from '../../parts/cases/progress-steps.tsx'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { snackbar, toast } from '../../ui/feedback/toasts.ts'
import { focusWriteBox, WriteBox } from '../../parts/cases/write-box.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from '../../words/words.ts'
import { requestTones } from './request-list.tsx'
import { kindWord, statusWord } from './request-words.ts'
import css from './request-page.module.css'
import { requestQuery } from './requests.api.ts'
import { sourceName } from '../../words/named/threats.ts'

const messageMax = 5000

/** One request: what was asked, what was answered, where it stands. */
export function RequestPage() {
  const { requestId = '' } = useParams({ strict: false })
  const mayUse = useCan('requests:use')
  const query = useQuery({ ...requestQuery(useCompany(), requestId), enabled: mayUse })
  const navigate = useNavigate()
  useShortcuts({ Escape: () => void navigate({ to: '/addRequest' }), n: focusWriteBox })
  return (
    <Page title={t('Add Request')}>
      <CaseCrumbs list={<Link to="/addRequest">{t('Requests')}</Link>} name={requestId.slice(0, 8)} />
      {query.data ? (
        <Case request={query.data} />
      ) : !mayUse || (query.error instanceof ApiError && query.error.status === 404) ? (
        <StateBlock title={t('No such request')} action={<Link to="/addRequest">{t('All requests')}</Link>}>
          {t('It does not exist, or it belongs to another company.')}
        </StateBlock>
      ) : query.error ? (
        <FailedBlock what={t('The request')} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <CaseHead title="…" chips={<Skeleton lines={1} />} />
          <PlainCard label={t('Progress')}>
            <Skeleton lines={2} />
          </PlainCard>
          <CaseColumns
            side={
              <PlainCard label={t('Request')}>
                <Skeleton lines={5} />
              </PlainCard>
            }
          >
            <PlainCard label={t('Messages')}>
              <Skeleton lines={8} />
            </PlainCard>
          </CaseColumns>
        </>
      )}
    </Page>
  )
}

function Case({ request }: { request: RequestDetail }) {
  const company = useCompany()
  const client = useQueryClient()
  const user = useUser()
  const mayMove = useCan('requests:move')
  const companyName = useClientInfo()?.name ?? company
  const [isMoving, setIsMoving] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { status, version, subject, assignee } = request
  const to = { params: { requestId: request.id }, query: { company } }
  const keep = (changed: RequestDetail) => {
    client.setQueryData(requestQuery(company, request.id).queryKey, changed)
    void client.invalidateQueries({ queryKey: [company, 'requests', 'list'] })
  }
  const takeOver = async () => {
    setIsBusy(true)
    try {
      keep(
        await call(moveRequest, {
          ...to,
          body: { status: status === 'open' ? 'inProgress' : status, assignee: user.id, version },
        }),
      )
      toast(t('Yours now'))
    } catch (error) {
      snackbar(t('The request was not changed. {reason}', { reason: errorText(error) }), {
        isFailure: true,
        action: { label: t('Reload'), run: () => void client.invalidateQueries({ queryKey: [company, 'requests'] }) },
      })
    }
    setIsBusy(false)
  }
  const next = requestFlow[status] as readonly RequestStatus[]
  const isClosedForClient = status === 'declined' && !mayMove
  return (
    <>
      <CaseHead
        title={subject}
        chips={
          <>
            <Chip tone={requestTones[status]}>{statusWord(status, mayMove)}</Chip>
            <span>{kindWord(request.kind, mayMove)}</span>
            {request.severity ? <SeverityMark severity={request.severity} /> : null}
            {request.isDemo ? <Chip tone="closed">{t('Demo data')}</Chip> : null}
          </>
        }
        actions={
          mayMove ? (
            <>
              {assignee?.id === user.id ? null : (
                <Button
                  icon={<IconUserCheck size={16} stroke={1.7} aria-hidden="true" />}
                  isBusy={isBusy}
                  onClick={() => void takeOver()}
                >
                  {t('Take over')}
                </Button>
              )}
              <Button
                kind="primary"
                icon={<IconArrowRight size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setIsMoving(true)}
              >
                {t('Next step')}
              </Button>
            </>
          ) : null
        }
      />
      <PlainCard label={t('Progress')}>
        <ProgressSteps label={t('Steps of the request')} steps={request.steps} />
      </PlainCard>
      <CaseColumns side={<Side request={request} />}>
        <CaseCard title={t('What was asked')}>
          <p className={css.text}>{request.text}</p>
          {request.links.length > 0 ? (
            <Stack as="ul" gap={1} above={3} aria-label={t('Addresses')}>
              {request.links.map((link) => (
                <Inline as="li" key={link}>
                  <span className="mono">{defang(link)}</span>
                  <IconButton label={t('Copy the address in full')} onClick={() => copyText(link, t('Address'))}>
                    <IconCopy size={15} stroke={1.7} aria-hidden="true" />
                  </IconButton>
                </Inline>
              ))}
            </Stack>
          ) : null}
        </CaseCard>
        <CaseCard title={t('Messages')}>
          {request.messages.length > 0 ? (
            <Stack as="ol" gap={3} className={css.talk}>
              {request.messages.map(({ id, at, by, isStaff, text }) => (
                <li key={id} data-staff={isStaff || undefined}>
                  <Inline as="header" align="stretch" wrap size="meta" tone="quiet">
                    <Text as="b" tone="plain">
                      {by}
                    </Text>
                    {isStaff ? <span>{t('our team')}</span> : null}
                    <time dateTime={at} title={dateTimeWithZone(at)}>
                      <TimeAgo at={at} />
                    </time>
                  </Inline>
                  <p>{text}</p>
                </li>
              ))}
            </Stack>
          ) : (
            <Text as="p" tone="quiet">
              {isClosedForClient
                ? t('No message was written.')
                : mayMove
                  ? t('No message yet. The client is told of each one you write.')
                  : t('No answer yet. You can add what you forgot.')}
            </Text>
          )}
          {isClosedForClient ? (
            <Text as="p" tone="quiet">
              {t('This request was declined. Make a new one if there is more to say.')}
            </Text>
          ) : (
            <div className={css.write}>
              <WriteBox
                label={mayMove ? t('Write to the client') : t('Write to our team')}
                textMax={messageMax}
                onSend={async (text) => {
                  keep(await call(answerRequest, { ...to, body: { text } }))
                  toast(t('Sent'))
                }}
              />
            </div>
          )}
        </CaseCard>
      </CaseColumns>
      {isMoving ? (
        <MoveDialog
          title={t('Next step')}
          text={t('{title}, for {company}', { title: subject, company: companyName })}
          choices={next.map((value) => ({ value, label: statusWord(value, mayMove) }))}
          confirmLabel={t('Move on')}
          onMove={async (chosen) => {
            keep(await call(moveRequest, { ...to, body: { status: chosen, version } }))
            snackbar(t('Moved to “{status}”', { status: statusWord(chosen, mayMove) }))
          }}
          onClose={() => setIsMoving(false)}
        />
      ) : null}
    </>
  )
}

function Side({ request }: { request: RequestDetail }) {
  const { files, source, assignee } = request
  return (
    <>
      <CaseCard title={t('Request')}>
        <Facts>
          {source ? <Fact label={t('Source')}>{sourceName(source)}</Fact> : null}
          <Fact label={t('Sent')}>
            <Moment at={request.createdAt} />
          </Fact>
          <Fact label={t('Sent by')}>{request.createdBy}</Fact>
          <Fact label={t('In the hands of')}>{assignee?.name ?? t('Nobody yet')}</Fact>
          <Fact label={t('Last change')}>
            <TimeAgo at={request.updatedAt} />
          </Fact>
        </Facts>
      </CaseCard>
      <CaseCard title={t('Files')}>
        {files.length > 0 ? (
          <FileList label={t('Files of the request')} files={files} />
        ) : (
          <Text as="p" tone="quiet">
            {t('None was sent with it.')}
          </Text>
        )}
      </CaseCard>
    </>
  )
}
