import { getBlockFeeds, type BlockFeeds } from '@signet/contract/takedowns/block-feeds'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'

/** The check of a download as OpenSSL and coreutils do it; the files are those of the folder of the feeds. */
const checkCommand =
  'openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig && sha256sum --check --ignore-missing SHA256SUMS'

/** The block feeds of the company: what they contain, their addresses, and who fetched them. */
export function BlockFeedsPart() {
  const company = useCompany()
  const managesKeys = useCan('company:manage')
  const feeds = useQuery({
    queryKey: [company, 'settings', 'blockFeeds'],
    queryFn: ({ signal }) => call(getBlockFeeds, { query: { company }, signal }),
  })
  return (
    <>
      <FormSection title={t('blockFeeds')} hint={t('blockFeedsHint')}>
        <DataState query={feeds} what={t('blockFeedsToLoad')} loading={<Skeleton lines={10} />}>
          {({ hosts, urls, changedAt, hasKey, files }) => (
            <>
              <Text as="p">
                {t('blockFeedsCount', { hosts, urls })} · {t('lastChanged')} <TimeAgo isWithin at={changedAt} />
              </Text>
              {!hasKey && <Card kind="note">{managesKeys ? t('addFeedKey') : t('askForFeedKey')}</Card>}
              <ul className="ruled flush">
                {files.map((feed) => (
                  <Feed key={feed.file} feed={feed} />
                ))}
              </ul>
            </>
          )}
        </DataState>
      </FormSection>
      <FormSection title={t('feedSignature')} hint={t('feedSignatureHint')}>
        <Inline gap={1}>
          <Text as="code" grow className="mono">
            {checkCommand}
          </Text>
          <Button
            kind="quiet"
            aria-label={t('copyCheckCommand')}
            onClick={() => copyText(checkCommand, t('checkCommand'))}
          >
            {t('copy')}
          </Button>
        </Inline>
      </FormSection>
    </>
  )
}

function Feed({ feed: { file, path, lastFetch } }: { feed: BlockFeeds['files'][number] }) {
  const name = t(`feedName.${file}`)
  const address = `${location.origin}${path}`
  return (
    <Inline as="li" gap={1}>
      <Stack as="span" gap="half" grow>
        <Text as="strong" weight="medium">
          {name}
        </Text>
        <small>{t(`feedUse.${file}`)}</small>
        <Text as="code" className="mono">
          {address}
        </Text>
        <small>
          {lastFetch ? (
            <>
              {t('feedFetchedWith', { key: lastFetch.keyName })} <TimeAgo isWithin at={lastFetch.at} />
            </>
          ) : (
            t('feedNeverFetched')
          )}
        </small>
      </Stack>
      <Button kind="quiet" aria-label={t('copyFeedAddress', { name })} onClick={() => copyText(address, name)}>
        {t('copy')}
      </Button>
    </Inline>
  )
}
