import {
  connectors,
  deleteConnector,
  asksProvider,
  isCollecting,
  isPolled,
  pauseConnector,
  runConnector,
  testConnector,
  type CompanyConnector,
  type ConnectorInfo,
} from '@signet/contract/collection/connectors'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { credentialWords } from './credential-words.ts'
import { stateChips } from './state-chips.ts'
import { t, type Word } from './words.ts'

/** One connector with what it did, and what staff can do with it. */
export function ConnectorRow({
  connector,
  onEdit,
  onChanged,
}: {
  connector: CompanyConnector
  onEdit: () => void
  onChanged: (all: CompanyConnector[]) => void
}) {
  const company = useCompany()
  const [isConfirming, setIsConfirming] = useState(false)
  const { connector: id, state, credentials } = connector
  const name = connectors[id].label
  const to = { params: { connector: id }, query: { company } }
  const { isBusy, run } = useAction(async (change: () => Promise<CompanyConnector[]>, message: Word) => {
    onChanged(await change())
    toast(t(message))
  })
  const isPaused = state === 'paused'
  const isKnown = state !== 'off' || credentials.length > 0
  return (
    <Stack gap="half" className="branch">
      <Inline gap={1} wrap>
        <Inline gap={1} grow wrap>
          <Text as="span">{name}</Text>
          <Chip tone={stateChips[state].tone}>{t(stateChips[state].label)}</Chip>
        </Inline>
        <Button kind="quiet" aria-label={t('setUpOf', { name })} onClick={onEdit}>
          {t('setUp')}
        </Button>
        {isKnown && asksProvider(id) && (
          <Button
            kind="quiet"
            aria-label={t('testOf', { name })}
            isBusy={isBusy}
            onClick={() => run(() => call(testConnector, { ...to, params: { connector: id } }), 'testStarted')}
          >
            {t('test')}
          </Button>
        )}
        {state !== 'off' && !isPaused && isPolled(id) && (
          <Button
            kind="quiet"
            aria-label={t('runNowOf', { name })}
            isBusy={isBusy}
            onClick={() => run(() => call(runConnector, { ...to, params: { connector: id } }), 'runStarted')}
          >
            {t('runNow')}
          </Button>
        )}
        {/* Never disabled, so that it keeps the focus when it becomes the other. */}
        {state !== 'off' && isPolled(id) && (
          <Button
            kind="quiet"
            aria-label={t(isPaused ? 'resumeOf' : 'pauseOf', { name })}
            onClick={() =>
              run(
                () => call(pauseConnector, { ...to, params: { connector: id }, body: { isPaused: !isPaused } }),
                isPaused ? 'connectorResumed' : 'connectorPaused',
              )
            }
          >
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
        )}
        {credentials.length > 0 && (
          <Button kind="quiet" aria-label={t('deleteAccountOf', { name })} onClick={() => setIsConfirming(true)}>
            {t('deleteAccount')}
          </Button>
        )}
      </Inline>
      <Stack gap={0}>
        <ConnectorFacts connector={connector} />
      </Stack>
      {isConfirming && (
        <ConfirmDialog
          title={t('deleteAccountOf', { name })}
          text={t(isCollecting(id) ? 'deleteAccountText' : 'deleteLookUpAccountText', { name })}
          confirmLabel={t('deleteAccount')}
          isDangerous
          isBusy={isBusy}
          onConfirm={() => {
            run(() => call(deleteConnector, to), 'connectorDeleted')
            setIsConfirming(false)
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Stack>
  )
}

function ConnectorFacts({ connector }: { connector: CompanyConnector }) {
  const {
    state,
    problem,
    nextRunAt,
    pausedAt,
    pausedBy,
    observed,
    found,
    suppressed,
    skipped,
    empty,
    skips,
    bound,
    quota,
    test,
    hook,
  } = connector
  const [skip] = skips
  const { credentials: needed }: ConnectorInfo = connectors[connector.connector]
  const missing = needed.filter((credential) => !connector.credentials.includes(credential))
  return (
    <>
      {missing.length > 0 && (
        <small>{t('needs', { credentials: missing.map((one) => t(credentialWords[one])).join(', ') })}</small>
      )}
      {hook !== null && (
        <>
          <small>
            {t('hookAddress')}: <span className="mono">{`${location.origin}${hook}`}</span>
          </small>
          <small>
            {t('hookToken')}: <span className="mono">{hook.split('/').at(-1)}</span>
          </small>
          {state === 'waiting' && <small>{t('hookHint')}</small>}
        </>
      )}
      {pausedAt && (
        <small>
          {pausedBy === null ? t('paused') : t('pausedBy', { name: pausedBy })}: <TimeAgo isWithin at={pausedAt} />
        </small>
      )}
      {problem && <small role="status">{sentenceOf(problem)}</small>}
      {state === 'silent' && <small>{t('silentHint')}</small>}
      {observed > 0 && <small>{t('counts', { observed, found })}</small>}
      {empty > 0 && <small>{t('empty', { count: empty })}</small>}
      {suppressed > 0 && <small>{t('countsSuppressed', { count: suppressed })}</small>}
      {bound && <small role="status">{t('bound', { read: bound.read, of: bound.of })}</small>}
      {skipped > 0 && (
        <small>
          {t('skipped', { count: skipped })}
          {skip && (
            <span className="mono">
              {' '}
              {skip.at}: {skip.field}
            </span>
          )}
        </small>
      )}
      {nextRunAt && (
        <small>
          {t(problem ? 'retryAt' : 'nextRun')}: <TimeAgo isWithin at={nextRunAt} />
        </small>
      )}
      {quota && <small>{t('quotaLeft', { left: exactNumber(quota.left), of: exactNumber(quota.of) })}</small>}
      {test && (
        <small>
          {test.problem
            ? t('accountFailed', { problem: sentenceOf(test.problem) })
            : t('accountAccepted', { reply: test.reply ?? '' })}
          {', '}
          <TimeAgo isWithin at={test.at} />
        </small>
      )}
    </>
  )
}
