import { listTakedownPacks } from '@signet/contract/takedowns/pack-list'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { IconFileZip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { useCompany } from '../../../session/company.ts'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

/** The evidence packs that were made of a case, latest first; nothing if there are none. */
export function TakedownPacks({ takedown: { id, events } }: { takedown: TakedownDetail }) {
  const company = useCompany()
  const packs = useQuery({
    // Every pack is an event of the case.
    queryKey: [company, 'takedown', id, 'packs', events.length],
    queryFn: ({ signal }) => call(listTakedownPacks, { params: { takedownId: id }, query: { company }, signal }),
  })
  return (
    <DataState query={packs} what={t('thePacks')} loading={null} isEmpty={({ length }) => length === 0}>
      {(made) => (
        <Stack as="section" gap={2} aria-label={t('packsMade')}>
          <Text as="h3" size="body" weight="medium">
            {t('packsMade')}
          </Text>
          <Stack as="ul" gap={1}>
            {made.map(({ sequence, madeAt, madeBy, manifestSha256, timestampedAt, href }) => (
              <Inline as="li" key={sequence} gap={2} align="start">
                <IconFileZip size={18} stroke={1.7} aria-hidden="true" />
                <Stack gap={0} grow>
                  <a href={href} download>
                    {t('packDownload', { sequence })}
                  </a>
                  <Text size="meta" tone="quiet">
                    {t('packMade', { at: dateTime(madeAt), name: madeBy })}
                  </Text>
                  <Text size="meta" tone="quiet" title={manifestSha256}>
                    {t('packHash', { hash: manifestSha256.slice(0, 12) })}
                    {timestampedAt ? `, ${stampText(timestampedAt, madeAt)}` : null}
                  </Text>
                </Stack>
              </Inline>
            ))}
          </Stack>
        </Stack>
      )}
    </DataState>
  )
}

/** Usually a pack has its timestamp within the same minute. */
function stampText(stampedAt: string, madeAt: string): string {
  const at = dateTime(stampedAt)
  return at === dateTime(madeAt) ? t('packStamped') : t('packTimestamped', { at })
}
