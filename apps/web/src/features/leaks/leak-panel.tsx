import { leakSeverity, type Leak, type LeakStatus } from '@signet/contract/leaks/leaks'
import { IconCheck, IconCopy, IconEyeOff, IconLink, IconRotate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dateTime } from '../../format/time/date-time.ts'
import { defang } from '@signet/contract/threats/defang'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { NoData, Skeleton } from '../../ui/feedback/data-state.tsx'
import { DetailPanel } from '../../ui/feedback/detail-panel.tsx'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { Box, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { LeakStatusChip } from './list/leak-columns.tsx'
import { shapeOf, type LeakSearch } from './list/leak-search.ts'
import { addressKind, leakName } from './leak-words.ts'
import { leakQuery } from './leaks.api.ts'
import { RevealPassword } from './reveal-password.tsx'
import css from './leak-panel.module.css'
import { leakTypeName } from '../../words/named/leaks.ts'
import { Fact } from '../../ui/layout/facts.tsx'
import { linkWith } from '../../url/page-search.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** A leak next to the list: its owner, what it gives access to, and its status. */
export function LeakPanel({
  company,
  leakId,
  known,
  index,
  total,
  onMove,
  onClose,
  onChange,
  onNarrow,
}: {
  company: string
  leakId: string
  /** The row of the list; undefined if a link points to a leak that isn't loaded. */
  known: Leak | undefined
  index: number
  total: number
  onMove: (step: 1 | -1) => void
  onClose: () => void
  /** Undefined if the role is read-only. */
  onChange: ((leak: Leak, status: LeakStatus) => void) | undefined
  onNarrow: (changes: LeakSearch) => void
}) {
  const query = useQuery({ ...leakQuery(company, leakId), enabled: !known })
  const leak = known ?? query.data
  // A payment card has a cardholder name that isn't used to sign in.
  const hasUser = leak?.username !== undefined && leak.leakType !== 'paymentCards'
  return (
    <DetailPanel
      label={t('leak')}
      index={index}
      total={total}
      onMove={onMove}
      onClose={onClose}
      actions={
        <IconButton label={t('copyLink')} onClick={() => copyText(linkWith({ id: leakId }), t('link'))}>
          <IconLink size={18} stroke={1.7} aria-hidden="true" />
        </IconButton>
      }
    >
      {/* A scrolling region must be reachable by keyboard. */}
      <Stack grow pad="1 5 6" className="scroller" tabIndex={0}>
        {leak ? (
          <>
            <Stack gap={1}>
              <Inline as="h2" align="start" size="object">
                <Text pad="1 0">{leakName(leak)}</Text>
                {!leak.isNameMasked && (
                  <IconButton
                    label={hasUser ? t('copyUserName') : t('copyName')}
                    onClick={() => copyText(leakName(leak), hasUser ? t('userName') : t('name'))}
                  >
                    <IconCopy {...icon} />
                  </IconButton>
                )}
              </Inline>
              <Inline as="p" gap={3} wrap tone="quiet">
                <SeverityMark severity={leakSeverity(leak)} />
                <LeakStatusChip status={leak.status} />
                <span>{leakTypeName(leak.leakType)}</span>
                {leak.isDemo && <span>{t('demoData')}</span>}
              </Inline>
            </Stack>
            {onChange && (
              <Inline align="stretch" wrap>
                {leak.status !== 'resolved' && (
                  <Button
                    kind="primary"
                    icon={<IconCheck {...icon} />}
                    shortcut="R"
                    onClick={() => onChange(leak, 'resolved')}
                  >
                    {t('resolve')}
                  </Button>
                )}
                {leak.status !== 'ignored' && (
                  <Button icon={<IconEyeOff {...icon} />} shortcut="I" onClick={() => onChange(leak, 'ignored')}>
                    {t('ignore')}
                  </Button>
                )}
                {leak.status !== 'open' && (
                  <Button icon={<IconRotate {...icon} />} shortcut="U" onClick={() => onChange(leak, 'open')}>
                    {t('reopen')}
                  </Button>
                )}
              </Inline>
            )}
            <LeakFacts leak={leak} onNarrow={onNarrow} />
          </>
        ) : (
          <NoData query={query} what={t('leakWhat')} loading={<Skeleton lines={8} />} />
        )}
      </Stack>
    </DetailPanel>
  )
}

function LeakFacts({ leak, onNarrow }: { leak: Leak; onNarrow: (changes: LeakSearch) => void }) {
  const isCard = leak.leakType === 'paymentCards'
  const isSignIn = !isCard && (leak.username !== undefined || leak.url !== undefined)
  return (
    <Stack as="dl" gap={0} className={css.list}>
      {isSignIn && (
        <Fact label={t('password')}>
          <RevealPassword key={leak.id} leak={leak} />
        </Fact>
      )}
      {leak.username !== undefined && !isCard && (
        <Fact label={t('belongsTo')}>{leak.isEmployee ? t('ownerEmployee') : t('ownerCustomer')}</Fact>
      )}
      {leak.url && (
        <Fact label={t('usedAt')}>
          <Inline justify="between">
            <Stack as="span" gap={0}>
              <span className="mono">{defang(leak.url)}</span>
              {leak.urlType && (
                <Box as="span" tone="faint" size="meta" className={css.hint}>
                  {addressKind(leak)}
                </Box>
              )}
            </Stack>
            <IconButton label={t('copyUrl')} onClick={() => copyText(leak.url ?? '', t('host'))}>
              <IconCopy {...icon} />
            </IconButton>
          </Inline>
        </Fact>
      )}
      {leak.stealer && <Fact label={t('stolenBy')}>{leak.stealer}</Fact>}
      {leak.docCategory && <Fact label={t('category')}>{leak.docCategory}</Fact>}
      {leak.docSource && <Fact label={t('leakSite')}>{leak.docSource}</Fact>}
      {leak.count !== undefined && (
        <Fact label={t('records')}>
          <span className="num">{exactNumber(leak.count)}</span>
        </Fact>
      )}
      <Fact label={t('database')}>
        <button
          type="button"
          className="link"
          title={t('showDatabaseLeaks')}
          onClick={() => onNarrow({ source: [leak.source] })}
        >
          {leak.source}
        </button>
      </Fact>
      {/* Each document is a package of its own. */}
      {shapeOf(leak.leakType) !== 'files' && (
        <Fact label={t('package')}>
          <button
            type="button"
            className="link"
            title={t('showPackageLeaks')}
            onClick={() => onNarrow({ entity: [leak.entity] })}
          >
            {leak.entity}
          </button>
        </Fact>
      )}
      <Fact label={t('leaked')}>
        <time dateTime={leak.date}>{dateTime(leak.date)}</time>
      </Fact>
      <Fact label={t('added')}>
        <time dateTime={leak.addedAt}>{dateTime(leak.addedAt)}</time>
      </Fact>
    </Stack>
  )
}
