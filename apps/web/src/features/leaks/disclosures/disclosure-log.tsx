import type { LeakDisclosure } from '@signet/contract/leaks/disclosures'
import { useQuery } from '@tanstack/react-query'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { NoData, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/dialogs/dialog.tsx'
import { ScrollRegion, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { disclosuresQuery } from './disclosures.api.ts'

const width = 620

/** Who showed, copied or exported the user names in leaks of the company, when and why. */
export function DisclosureLog({ company, onClose }: { company: string; onClose: () => void }) {
  const query = useQuery(disclosuresQuery(company))
  const items = query.data?.items
  return (
    <Dialog title={t('accessLog')} width={width} onClose={onClose}>
      <Text as="p" tone="quiet">
        {t('accessLogHint')}
      </Text>
      {items === undefined ? (
        <NoData query={query} what={t('accessLogWhat')} loading={<Skeleton lines={4} />} />
      ) : items.length === 0 ? (
        <p>{t('noDisclosures')}</p>
      ) : (
        <ScrollRegion className="scroller" style={{ maxHeight: '50vh' }} aria-label={t('accessLog')}>
          <Stack as="ul" gap={3}>
            {items.map((item) => (
              <li key={item.id}>
                <b>{whatWasDone(item)}</b>
                <p>{item.reason}</p>
                <Text as="p" tone="quiet" size="meta">
                  <time dateTime={item.at}>{dateTime(item.at)}</time>
                </Text>
              </li>
            ))}
          </Stack>
        </ScrollRegion>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function whatWasDone({ by, kind, count }: LeakDisclosure): string {
  if (kind === 'exported') return t('disclosureExported', { by, count: count ?? 0 })
  return kind === 'copied'
    ? t('disclosureCopied', { by, count: exactNumber(count ?? 0) })
    : t('disclosureShown', { by })
}
