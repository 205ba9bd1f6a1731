import { captureThreat, listCaptures, type Capture, type CaptureVisit } from '@signet/contract/takedowns/captures'
import { can } from '@signet/contract/access/permissions'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../api/call.ts'
import { useLive } from '../../../../api/live.ts'
import { inSentence } from '../../../../format/names/in-sentence.ts'
import { defang } from '@signet/contract/threats/defang'
import { captureStatusText, visitProblemText } from '../../../../parts/captures/capture-words.ts'
import { CaptureNow } from '../../../../parts/captures/capture-now.tsx'
import { useCaptures } from '../../../../parts/captures/use-captures.ts'
import { useCompany } from '../../../../session/company.ts'
import { useUser } from '../../../../session/use-session.ts'
import { DataState } from '../../../../ui/feedback/data-state.tsx'
import { Inline, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../../ui/text/time-text.tsx'
import { actorName } from '../../../../words/named/actor-name.ts'
import { t } from '../words.ts'
import { useRecords, type AnyDetail } from '../../records.ts'
import { cachedThreat, patchThreats } from '../../threat-cache.ts'
import css from '../threat-panel.module.css'

/** The captures of a threat's page, with the redirects of each visit; staff can capture it again. */
export function ThreatCaptures({ threat }: { threat: AnyDetail }) {
  const { id, source } = threat
  const company = useCompany()
  const { name } = useRecords()
  const mayCapture = can(useUser().role, 'captures:request')
  const queryKey = [company, 'threats', 'captures', id]
  const detailKey = [company, name, 'detail', id]
  const sent = { params: { source, threatId: id }, query: { company } }
  const { captures, isBusy, request } = useCaptures({
    queryKey,
    detailKey,
    evidence: threat.evidence,
    list: (signal) => call(listCaptures, { ...sent, signal }),
    request: () => call(captureThreat, sent),
  })
  useFresh(threat, [queryKey, detailKey])
  // Clients read of captures once there is one, or once they couldn't be loaded.
  const isShown = mayCapture || (captures.data ? captures.data.length > 0 : captures.errorUpdateCount > 0)
  if (!isShown) return null
  return (
    <Stack as="section" gap={2} className={css.section}>
      <Inline as="h3" align="baseline">
        {t('captures')}
      </Inline>
      <DataState query={captures} what={inSentence(t('captures'))} isEmpty={({ length }) => length === 0}>
        {(found) => (
          <Stack as="ul" gap={2}>
            {found.map((capture) => (
              <Inline
                as="li"
                wrap
                gap="half 3"
                align="stretch"
                justify="between"
                pad="2 3"
                tone="quiet"
                key={capture.id}
                className="framed"
              >
                <Text as="b" tone="plain">
                  {captureStatusText(stateOf(capture))}
                </Text>
                <TimeAgo at={capture.endedAt ?? capture.requestedAt} />
                <span>{t(`captureTrigger.${capture.trigger}`, { name: actorName(capture.requestedBy) })}</span>
                {capture.visits.map((visit) => (
                  <Visit key={`${visit.profile} ${visit.exit}`} visit={visit} files={capture.files} />
                ))}
              </Inline>
            ))}
          </Stack>
        )}
      </DataState>
      {mayCapture && (
        <Inline>
          <CaptureNow isBusy={isBusy} onClick={request} />
        </Inline>
      )}
    </Stack>
  )
}

/** Loads what changed of the threat and its captures, and puts the latest screenshot and the reasons into its row of the list. */
function useFresh(threat: AnyDetail, keys: readonly QueryKey[]) {
  const { id, thumbnail, reasons, reasonCount } = threat
  const company = useCompany()
  const client = useQueryClient()
  const records = useRecords()
  useLive(['threat.changed', 'reset'], ({ type, data }) => {
    const ids = data['threatIds']
    if (type !== 'reset' && !(Array.isArray(ids) && ids.includes(id))) return
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    const row = cachedThreat(client, records, company, id)
    if (!thumbnail || (fileIn(row?.thumbnail) === fileIn(thumbnail) && row?.reasonCount === reasonCount)) return
    patchThreats(client, records, company, new Set([id]), () => ({ thumbnail, reasons, reasonCount }))
  }, [client, company, records, id, thumbnail, reasons, reasonCount])
}

/** The file of a link, whose query changes every minute. */
const fileIn = (link: string | undefined) => link?.split('?')[0]

/** How a capture ended. */
function stateOf({ status, failure, differences }: Capture) {
  if (failure) return failure
  return status === 'done' && differences.length > 0 ? 'cloaked' : status
}

/** The part of a file's name that differs within a visit, e.g. `page.html`. */
const fileOf = (name: string) => name.slice(name.lastIndexOf('-') + 1)

function Visit({
  visit: { profile, exit, hops, problem, evidence },
  files,
}: {
  visit: CaptureVisit
  files: Capture['files']
}) {
  const visitor = t(`captureProfile.${profile}`)
  return (
    <Stack gap={1} wide>
      <span>
        {exit === null ? visitor : t('captureFrom', { visitor, exit })}
        {problem && `: ${visitProblemText(problem)}`}
      </span>
      <ol>
        {hops.map(({ url, status }, index) => (
          // The same address may occur twice, and the list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="mono">
            {status ?? t('captureByScript')} {defang(url)}
          </li>
        ))}
      </ol>
      <Inline as="ul" gap={2} wrap aria-label={t('captureFiles')}>
        {files
          .filter(({ sha256 }) => evidence.includes(sha256))
          .map(({ id, name, href }) => (
            <li key={id}>
              <a href={href} download={name}>
                {fileOf(name)}
              </a>
            </li>
          ))}
      </Inline>
    </Stack>
  )
}
