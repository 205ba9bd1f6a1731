import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useCan } from '../../session/use-session.ts'
import { Skeleton } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SectionIndex } from '../../ui/layout/section-index.tsx'
import { t } from './words.ts'
import { PersonalPart } from './personal/personal-part.tsx'
import { validateSettingsSearch } from './settings-search.ts'

const AlertsPart = lazy(() => import('./company/alerts-part.tsx').then(({ AlertsPart: part }) => ({ default: part })))
const AllowListPart = lazy(() =>
  import('./company/allow-list-part.tsx').then(({ AllowListPart: part }) => ({ default: part })),
)
const ColleaguesPart = lazy(() =>
  import('./company/colleagues-part.tsx').then(({ ColleaguesPart: part }) => ({ default: part })),
)
const AssetsPart = lazy(() => import('./company/assets-part.tsx').then(({ AssetsPart: part }) => ({ default: part })))
const BlockFeedsPart = lazy(() =>
  import('./company/block-feeds-part.tsx').then(({ BlockFeedsPart: part }) => ({ default: part })),
)
const RightsPart = lazy(() => import('./company/rights-part.tsx').then(({ RightsPart: part }) => ({ default: part })))
const TakedownPolicyPart = lazy(() =>
  import('./company/takedown-policy-part.tsx').then(({ TakedownPolicyPart: part }) => ({ default: part })),
)
const ReviewPolicyPart = lazy(() =>
  import('./company/review-policy-part.tsx').then(({ ReviewPolicyPart: part }) => ({ default: part })),
)
const ServicesPart = lazy(() =>
  import('./company/abuse-report-services-part.tsx').then(({ ServicesPart: part }) => ({ default: part })),
)
const MailboxPart = lazy(() =>
  import('./company/mailbox-part.tsx').then(({ MailboxPart: part }) => ({ default: part })),
)
const TipPagePart = lazy(() =>
  import('./company/tip-page-part.tsx').then(({ TipPagePart: part }) => ({ default: part })),
)
const SourcesPart = lazy(() =>
  import('../../parts/coverage/sources-part.tsx').then(({ SourcesPart: part }) => ({ default: part })),
)
const QualityPart = lazy(() =>
  import('../../parts/detection-quality/quality-part.tsx').then(({ QualityPart: part }) => ({ default: part })),
)
const RulesPart = lazy(() =>
  import('../../parts/detection-rules/rules-part.tsx').then(({ RulesPart: part }) => ({ default: part })),
)
const NameBench = lazy(() =>
  import('../../parts/detector/name-bench.tsx').then(({ NameBench: bench }) => ({ default: bench })),
)
/** The user's preferences, and the alerts and protected assets of the company. */
export function SettingsPage() {
  const [{ part = 'you' }] = usePageSearch(validateSettingsSearch)
  const triesNames = useCan('detector:try')
  const managesCompany = useCan('company:manage')
  const managesUsers = useCan('colleagues:manage')
  const managesRules = useCan('rules:manage')
  const parts = [
    { value: undefined, label: t('personal'), content: <PersonalPart /> },
    { value: 'alerts', label: t('alerts'), content: <AlertsPart /> },
    { value: 'assets', label: t('protectedAssets'), content: <AssetsPart /> },
    { value: 'allowList', label: t('allowList'), content: <AllowListPart /> },
    { value: 'sources', label: t('sources'), content: <SourcesPart /> },
    { value: 'quality', label: t('detectionQuality'), content: <QualityPart isDetailed={triesNames} /> },
    ...(managesRules
      ? [
          { value: 'rules', label: t('detectionRules'), content: <RulesPart /> },
          { value: 'review', label: t('reviewPolicy'), content: <ReviewPolicyPart /> },
        ]
      : []),
    { value: 'rights', label: t('rights'), content: <RightsPart /> },
    { value: 'takedowns', label: t('takedownPolicy'), content: <TakedownPolicyPart /> },
    ...(managesCompany
      ? [
          { value: 'services', label: t('abuseReportServices'), content: <ServicesPart /> },
          { value: 'mailbox', label: t('mailbox'), content: <MailboxPart /> },
        ]
      : []),
    { value: 'feeds', label: t('blockFeeds'), content: <BlockFeedsPart /> },
    { value: 'tipPage', label: t('tipPage'), content: <TipPagePart /> },
    ...(managesUsers ? [{ value: 'users', label: t('users'), content: <ColleaguesPart /> }] : []),
    ...(triesNames ? [{ value: 'names', label: t('testNames'), content: <NameBench /> }] : []),
  ]
  return (
    <Page title={t('settings')}>
      <SectionIndex
        label={t('settingsSections')}
        isWide={part === 'names'}
        parts={parts.map(({ value, label }) => ({
          label,
          search: { part: value },
        }))}
      >
        {/* Its key shows that another part is loading, instead of the last one. */}
        <Suspense key={part} fallback={<Skeleton lines={10} />}>
          {parts.find(({ value = 'you' }) => value === part)?.content}
        </Suspense>
      </SectionIndex>
    </Page>
  )
}
