import { captureThreat, listCaptures, type Capture, type CaptureVisit } from '@signet/contract/takedowns/captures'
import { can } from '@signet/contract/access/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../api/call.ts'
import { useLive } from '../../../../api/live.ts'
import { inSentence } from '../../../../format/names/in-sentence.ts'
import { defang } from '../../../../format/names/defang.ts'
import { useCompany } from '../../../../session/company.ts'
import { useUser } from '../../../../session/use-session.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { useAction } from '../../../../ui/controls/use-action.ts'
import { DataState } from '../../../../ui/feedback/data-state.tsx'
import { Inline, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../../ui/text/time-text.tsx'
import { actorName } from '../../../../words/named/actor-name.ts'
import { t } from '../words.ts'
import { useRecords, type AnyDetail } from '../../records.ts'
import { cachedThreat, patchThreats } from '../../threat-cache.ts'
import css from '../threat-panel.module.css'

const pollMs = 2_000

const isOpen = ({ status }: Capture) => status === 'waiting' || status === 'running'

/** The captures of a threat's page, with the redirects of each visit; staff can capture it again. */
export function ThreatCaptures({ threat }: { threat: AnyDetail }) {
  const { id, source } = threat
  const company = useCompany()
  const client = useQueryClient()
  const mayCapture = can(useUser().role, 'captures:request')
  const queryKey = [company, 'threats', 'captures', id]
  const sent = { params: { source, threatId: id }, query: { company } }
  const captures = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listCaptures, { ...sent, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollMs : false),
  })
  const { isBusy, run } = useAction(
    async () => {
      await call(captureThreat, sent)
      await client.invalidateQueries({ queryKey })
    },
    { failed: (reason) => `${t('captureNotStarted')} ${reason}` },
  )
  const list = captures.data ?? []
  useFresh(threat, list, queryKey)
  // Clients read of captures once there is one, or once they couldn't be loaded.
  const isShown = mayCapture || list.length > 0 || (!captures.data && captures.errorUpdateCount > 0)
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
                  {t(`captureStatus.${stateOf(capture)}`)}
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
          <Button isBusy={isBusy || list.some(isOpen)} onClick={run}>
            {t('captureNow')}
          </Button>
        </Inline>
      )}
    </Stack>
  )
}

/** Loads the screenshots of a capture that ended after the threat was loaded, and puts the latest into its row of the list. */
function useFresh(threat: AnyDetail, list: readonly Capture[], queryKey: readonly unknown[]) {
  const { id, evidence, thumbnail, reasons, reasonCount } = threat
  const company = useCompany()
  const client = useQueryClient()
  const records = useRecords()
  const detailKey = [company, records.name, 'detail', id]
  useLive(['threat.changed', 'reset'], ({ type, data }) => {
    const ids = data['threatIds']
    if (type !== 'reset' && !(Array.isArray(ids) && ids.includes(id))) return
    for (const key of [queryKey, detailKey]) void client.invalidateQueries({ queryKey: key })
  })
  const ended = list.find((capture) => !isOpen(capture))
  const missing = ended?.files.some((file) => !evidence.some((piece) => piece.id === file.id)) ? ended.id : null
  // Once per capture, whatever the answer is.
  useEffect(() => {
    if (missing) void client.invalidateQueries({ queryKey: [company, records.name, 'detail', id] })
  }, [client, company, records, id, missing])
  useEffect(() => {
    const row = cachedThreat(client, records, company, id)
    if (!thumbnail || (fileIn(row?.thumbnail) === fileIn(thumbnail) && row?.reasonCount === reasonCount)) return
    patchThreats(client, records, company, new Set([id]), () => ({ thumbnail, reasons, reasonCount }))
  }, [client, company, records, id, thumbnail, reasons, reasonCount])
}

/** The file of a link, whose query changes every minute. */
const fileIn = (link: string | undefined) => link?.split('?')[0]

/** The part of a text id that says how a capture ended. */
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
        {problem && `: ${t(`captureProblem.${problem}`)}`}
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
