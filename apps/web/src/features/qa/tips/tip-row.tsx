import type { Tip } from '@signet/contract/collection/tips'
import type { TipDecision } from '@signet/contract/collection/tips'
import { sources } from '@signet/contract/threats/sources'
import { defang } from '@signet/contract/threats/defang'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { sourceName } from '../../../words/named/threats.ts'
import { decide } from './tips.api.ts'
import { t } from './words.ts'

/** One reported thing with its newest reports, and what a reviewer can do with it. */
export function TipRow({ company, tip }: { company: string; tip: Tip }) {
  const { isBusy, run } = useAction(
    async (decision: TipDecision) => {
      await decide(company, tip.id, decision)
      if (decision === 'queue') snackbar(t('addedToQueue'))
      else snackbar(t('dismissed'), { action: { label: t('undo'), run: () => void decide(company, tip.id, 'reopen') } })
    },
    { failed: (reason) => t('couldNotDecide', { reason }) },
  )
  return (
    <li>
      <Stack gap={2} grow>
        <Text as="h3" size="body" weight="medium">
          {tip.source === null ? tip.title : defang(tip.title)}
        </Text>
        <Inline as="p" gap={3} wrap tone="quiet" size="meta">
          {tip.source ? <span>{sourceName(tip.source)}</span> : null}
          <span>{t('reportedByCount', { count: tip.reporters })}</span>
          <span>
            <Rich text={(values) => t('last', values)} values={{ time: <TimeAgo isWithin at={tip.lastAt} /> }} />
          </span>
        </Inline>
        {tip.score === null ? null : <p>{t('waitsForHour', { score: tip.score })}</p>}
        {tip.source === null ? <p>{t('namesNothing')}</p> : null}
        {tip.reports.map((report) => (
          <Report key={`${report.at} ${report.text}`} report={report} title={tip.title} />
        ))}
        <Inline>
          {tip.source === null ? null : (
            <Button isBusy={isBusy} onClick={() => run('queue')}>
              {t('addToQueue')}
            </Button>
          )}
          <Button kind="quiet" isBusy={isBusy} onClick={() => run('dismiss')}>
            {t('dismiss')}
          </Button>
        </Inline>
      </Stack>
    </li>
  )
}

/** What one report says in addition to the thing itself. */
function Report({ report, title }: { report: Tip['reports'][number]; title: string }) {
  const { address, platform, handle, phone, text, email, hasPicture } = report
  const account = platform && handle ? `${sources[platform].label}: ${handle}` : ''
  const details = [address ? defang(address) : '', account, phone].filter(
    (one) => one !== '' && one !== title && one !== defang(title),
  )
  if (details.length === 0 && text === '' && email === null && !hasPicture) return null
  return (
    <Stack gap={1} className="branch">
      {details.length > 0 ? <Text as="p">{details.join(' · ')}</Text> : null}
      {text === '' ? null : (
        <Text as="p" kept>
          {text}
        </Text>
      )}
      {hasPicture ? (
        <Text as="p" size="meta" tone="quiet">
          {t('hasScreenshot')}
        </Text>
      ) : null}
      {email === null ? null : (
        <Text as="p" size="meta" tone="quiet">
          {t('contact', { email })}
        </Text>
      )}
    </Stack>
  )
}
