import { IconStack2 } from '@tabler/icons-react'
import { claimThreats } from '@signet/contract/review/qa-work'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Popover } from '../../../../ui/controls/popover.tsx'
import { snackbar } from '../../../../ui/feedback/messages/toasts.ts'
import { Columns, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './claim-menu.module.css'
import { claimsKey } from './use-claims.ts'
import { useAction } from '../../../../ui/controls/use-action.ts'

const counts = [5, 10, 25, 50] as const

/** Claims some of the most severe threats in the queue, so that other reviewers don't work on them at the same time. */
export function ClaimMenu({ company, onClaimed }: { company: string; onClaimed: () => void }) {
  const client = useQueryClient()
  const { isBusy, run } = useAction(
    async (n: number) => {
      const claimed = await call(claimThreats, { query: { company }, body: { company, n } })
      await client.invalidateQueries({ queryKey: claimsKey(company) })
      if (claimed.length === 0) snackbar(t('nothingLeftToClaim'))
      else {
        snackbar(t('claimedCount', { count: claimed.length }))
        onClaimed()
      }
    },
    { failed: (reason) => t('claimFailed', { reason }) },
  )
  return (
    <Popover
      label={t('claimThreats')}
      trigger={(props) => (
        <Button
          {...props}
          kind="quiet"
          data-tip={t('claimThreats')}
          icon={<IconStack2 size={16} stroke={1.7} aria-hidden="true" />}
          isBusy={isBusy}
        >
          {t('claim')}
        </Button>
      )}
    >
      {(close) => (
        <Stack gap={2} pad={3} className={css.menu}>
          <Text as="p" tone="quiet">
            {t('claimHint')}
          </Text>
          <Columns count={4} gap={2} align="stretch" className={css.counts}>
            {counts.map((n) => (
              <Button
                key={n}
                aria-label={t('claimThreatsCount', { count: n })}
                onClick={() => {
                  close()
                  run(n)
                }}
              >
                {n}
              </Button>
            ))}
          </Columns>
        </Stack>
      )}
    </Popover>
  )
}
