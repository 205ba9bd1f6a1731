import { connectors } from '@signet/contract/collection/connectors'
import { getLookUps, lookUpThreat, type LookUp, type ThreatLookUps } from '@signet/contract/review/look-ups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { dateTime } from '../../format/time/date-time.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { factWords } from './look-up-facts.ts'
import { t } from './words.ts'

const answeredEveryMs = 1500

/** What providers know about a threat, and the buttons to ask them; nothing if none can be asked. */
export function LookUps({
  threatId,
  frame: Frame,
}: {
  threatId: string
  frame: ComponentType<{ title: string; children: ReactNode }>
}) {
  const company = useCompany()
  const client = useQueryClient()
  const queryKey = [company, 'lookUps', threatId]
  const to = { params: { threatId }, query: { company } }
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getLookUps, { ...to, signal }),
    refetchInterval: ({ state }) => (isAsking(state.data) ? answeredEveryMs : false),
  })
  const isOpen = isAsking(query.data)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The answer is among the evidence of the threat now, under review and published.
    if (wasOpen.current && !isOpen) {
      void client.invalidateQueries({ queryKey: [company, 'qa', 'threat', threatId] })
      void client.invalidateQueries({ queryKey: [company, 'threats', 'detail', threatId] })
    }
    wasOpen.current = isOpen
  }, [client, company, threatId, isOpen])
  const { isBusy, run } = useAction(
    async (connector: LookUp['connector']) => {
      client.setQueryData(queryKey, await call(lookUpThreat, { ...to, body: { company, connector } }))
    },
    { failed: (reason) => t('lookUpFailed', { reason }) },
  )
  if (query.data && query.data.providers.length + query.data.answers.length === 0) return null
  return (
    <Frame title={t('lookUps')}>
      <DataState query={query} what={t('lookUpsWhat')} loading={<Skeleton lines={2} />}>
        {({ providers, answers }) => (
          <Stack gap={3}>
            <Providers providers={providers} answers={answers} isBusy={isBusy} onAsk={run} />
            {answers.length > 0 ? (
              <ul className="ruled" aria-label={t('lookUps')}>
                {answers.map((answer) => (
                  <Answer key={answer.id} answer={answer} />
                ))}
              </ul>
            ) : null}
          </Stack>
        )}
      </DataState>
    </Frame>
  )
}

const isAsking = (data: ThreatLookUps | undefined) => data?.answers.some(({ state }) => state === 'asking') ?? false

function Providers({
  providers,
  answers,
  isBusy,
  onAsk,
}: ThreatLookUps & { isBusy: boolean; onAsk: (connector: LookUp['connector']) => void }) {
  const missing = providers.filter(({ isSetUp }) => !isSetUp).map(({ connector }) => connectors[connector].label)
  return (
    <Stack gap={1}>
      <Inline gap={2} wrap>
        {providers
          .filter(({ isSetUp }) => isSetUp)
          .map(({ connector, quota }) => {
            const isOpen = answers.some((answer) => answer.connector === connector && answer.state === 'asking')
            return (
              <Stack key={connector} gap={0} align="start">
                <Button isBusy={isBusy || isOpen} onClick={() => onAsk(connector)}>
                  {t('lookUpAt', { provider: connectors[connector].label })}
                </Button>
                {quota ? (
                  <Text size="meta" tone="quiet">
                    {t('callsLeft', { count: quota.left, left: exactNumber(quota.left), time: dateTime(quota.until) })}
                  </Text>
                ) : null}
              </Stack>
            )
          })}
      </Inline>
      {missing.length > 0 ? (
        <Text as="p" size="meta" tone="quiet">
          {t('needAccount', { count: missing.length, providers: missing.join(', ') })}
        </Text>
      ) : null}
    </Stack>
  )
}

function Answer({ answer }: { answer: LookUp }) {
  const { connector, value, state, problem, url, facts, requestedBy, requestedAt, answeredAt } = answer
  const provider = connectors[connector].label
  return (
    <li>
      <Stack gap={1}>
        <Inline gap={2} wrap>
          <b>{provider}</b>
          <Text tone={state === 'failed' ? 'danger' : 'quiet'}>
            {state === 'failed' && problem ? sentenceOf(problem) : t(stateWords[state])}
          </Text>
          {url ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {t('openAtProvider', { provider })}
            </a>
          ) : null}
        </Inline>
        {facts.length > 0 ? (
          <dl className="facts">
            {facts.map((fact) => (
              <div key={fact.name}>
                <dt>{t(factWords[fact.name])}</dt>
                <dd>{shown(fact)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <Text as="small" size="meta" tone="quiet">
          <span className="mono">{value}</span>{' '}
          <Rich
            text={(values) => t('byNameTime', values)}
            values={{ name: requestedBy, time: <TimeAgo isWithin at={answeredAt ?? requestedAt} /> }}
          />
        </Text>
      </Stack>
    </li>
  )
}

const stateWords = {
  asking: 'lookUpAsking',
  found: 'lookUpFound',
  notFound: 'lookUpNotFound',
  failed: 'lookUpAsking',
} as const

const times: ReadonlySet<string> = new Set(['createdAt', 'firstSeen', 'lastSeen'])
const shown = ({ name, value }: LookUp['facts'][number]) =>
  times.has(name) && !Number.isNaN(Date.parse(value)) ? dateTime(value) : value
