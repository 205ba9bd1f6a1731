import { getSecondReview, giveSecondReview, type SecondVerdict } from '@signet/contract/review/second-reviews'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { AddressText } from '../../../ui/text/address-text.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { countsKey } from '../qa.api.ts'
import type { QaRecordDetail } from '../qa-kind.ts'
import { ReviewEvidence } from '../review/review-evidence.tsx'
import { ReviewHeading } from '../review/review-heading.tsx'
import type { ReviewSearch } from '../review-search.ts'
import css from './second-review-page.module.css'
import { t } from './words.ts'

const addressOf = (text: string) => <AddressText text={text} />
const keyOf = (company: string) => [company, 'qa', 'second']

/** Repeats the decisions of other reviewers on a sample of threats, without seeing them first. */
export function SecondReviewPage() {
  const company = useCompany()
  const next = useQuery({
    queryKey: keyOf(company),
    queryFn: ({ signal }) => call(getSecondReview, { query: { company }, signal }),
  })
  return (
    <Page title={t('secondReview')} layout="fill">
      {next.data?.threat ? (
        <SecondReview
          key={next.data.threat.id}
          company={company}
          threat={next.data.threat}
          waiting={next.data.waiting}
        />
      ) : (
        <Stack gap={4} className={`${css.evidence} scroller`}>
          <BackToReview />
          <DataState query={next} what={t('secondReviewToLoad')} loading={<Skeleton lines={10} />}>
            {() => <StateBlock title={t('nothingWaits')}>{t('nothingWaitsHint')}</StateBlock>}
          </DataState>
        </Stack>
      )}
    </Page>
  )
}

const choices = [
  { verdict: 'threat', label: 'threat', key: '1' },
  { verdict: 'harmless', label: 'notAThreat', key: '2' },
] as const

function SecondReview({ company, threat, waiting }: { company: string; threat: QaRecordDetail; waiting: number }) {
  const [isSent, setIsSent] = useState(false)
  const navigate = useNavigate()
  const openInQueue = (search: ReviewSearch) => void navigate({ to: '/QA/dashboard', search })
  const decide = async (verdict: SecondVerdict) => {
    if (isSent) return
    setIsSent(true)
    const title = shownTitle(threat.source, threat.title)
    try {
      const answer = await call(giveSecondReview, {
        params: { threatId: threat.id },
        query: { company },
        body: { verdict },
      })
      const { by: name, verdict: first } = answer.first
      snackbar(
        answer.agrees
          ? t('agrees', { name, title })
          : t(first === 'threat' ? 'disagreesThreat' : 'disagreesHarmless', { name, title }),
      )
    } catch (error) {
      snackbar(t('notSaved', { reason: errorText(error) }), { isFailure: true })
      setIsSent(false)
    }
    void queryClient.invalidateQueries({ queryKey: keyOf(company) })
    void queryClient.invalidateQueries({ queryKey: countsKey(company, 'threat') })
  }
  useShortcuts(
    Object.fromEntries(choices.map(({ verdict, key }) => [key, () => void decide(verdict)])),
    Object.fromEntries(choices.map(({ label, key }) => [key, t(label)])),
  )
  return (
    <div className={css.layout}>
      {/* A scrolling region must be reachable by keyboard. */}
      <Stack
        as="section"
        className={`${css.evidence} scroller`}
        aria-label={t('thisThreat')}
        tabIndex={0}
        data-tips-within=""
        data-tips-over=""
      >
        <BackToReview />
        <ReviewHeading kind="threat" threat={threat} failure={undefined} titleOf={addressOf} />
        <ReviewEvidence
          kind="threat"
          threat={threat}
          reasonCount={3}
          onCompare={undefined}
          onTakeApart={({ id }) => openInQueue({ id })}
          onOpen={(id) => openInQueue({ id })}
          onTogether={(like) => openInQueue({ like })}
        />
      </Stack>
      <Stack as="section" gap={3} className={css.decision} aria-label={t('decision')}>
        <Inline as="header" gap={3} align="baseline" justify="between">
          <Text as="h2" size="heading">
            {t('decision')}
          </Text>
          <Text tone="quiet" size="meta" className="num">
            {t('waitingCount', { count: waiting })}
          </Text>
        </Inline>
        <Text as="p" tone="quiet">
          {t('secondReviewHint')}
        </Text>
        {/* Two equal buttons: neither answer is suggested. */}
        <div className={css.choices}>
          {choices.map(({ verdict, label, key }) => (
            <Button key={verdict} shortcut={key} disabled={isSent} onClick={() => void decide(verdict)}>
              {t(label)}
            </Button>
          ))}
        </div>
      </Stack>
    </div>
  )
}

function BackToReview() {
  return (
    <Inline>
      <Link to="/QA/dashboard" activeOptions={{ exact: true }} className="way-link">
        <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
        {t('backToReview')}
      </Link>
    </Inline>
  )
}
