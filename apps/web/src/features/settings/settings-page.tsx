import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useCan } from '../../session/use-session.ts'
import { Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SectionIndex } from '../../ui/layout/section-index.tsx'
import { t } from './words.ts'
import { AlertsPart } from './company/alerts-part.tsx'
import { AppearanceSection } from './personal/appearance-section.tsx'
import { DigestSection } from './personal/digest-section.tsx'
import { KeysSection } from './personal/keys-section.tsx'
import { ListsSection } from './personal/lists-section.tsx'
import { MessagesSection } from './personal/messages-section.tsx'
import { validateSettingsSearch } from './settings-search.ts'
import { ViewsSection } from './personal/views-section.tsx'

const AllowListPart = lazy(() =>
  import('./company/allow-list-part.tsx').then(({ AllowListPart: part }) => ({ default: part })),
)
const AssetsPart = lazy(() => import('./company/assets-part.tsx').then(({ AssetsPart: part }) => ({ default: part })))
const BlockFeedsPart = lazy(() =>
  import('./company/block-feeds-part.tsx').then(({ BlockFeedsPart: part }) => ({ default: part })),
)
const RightsPart = lazy(() => import('./company/rights-part.tsx').then(({ RightsPart: part }) => ({ default: part })))
const TakedownPolicyPart = lazy(() =>
  import('./company/takedown-policy-part.tsx').then(({ TakedownPolicyPart: part }) => ({ default: part })),
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
const NameBench = lazy(() =>
  import('../../parts/detector/name-bench.tsx').then(({ NameBench: bench }) => ({ default: bench })),
)
const Bookmarklet = lazy(() =>
  import('../../parts/bookmarklet/bookmarklet.tsx').then(({ Bookmarklet: part }) => ({ default: part })),
)
const SessionsSection = lazy(() =>
  import('../../parts/account/sessions-section.tsx').then(({ SessionsSection: part }) => ({ default: part })),
)

/** The user's preferences, and the alerts and protected assets of the company. */
export function SettingsPage() {
  const [{ part = 'you' }] = usePageSearch(validateSettingsSearch)
  const keepsViews = useCan('views:keep')
  const triesNames = useCan('detector:try')
  const mayAsk = useCan('requests:use')
  const managesCompany = useCan('company:manage')
  const parts = [
    { value: undefined, label: t('personal') },
    { value: 'alerts', label: t('alerts') },
    { value: 'assets', label: t('protectedAssets') },
    { value: 'allowList', label: t('allowList') },
    { value: 'sources', label: t('sources') },
    { value: 'quality', label: t('detectionQuality') },
    { value: 'rights', label: t('rights') },
    { value: 'takedowns', label: t('takedownPolicy') },
    ...(managesCompany
      ? [
          { value: 'services', label: t('abuseReportServices') },
          { value: 'mailbox', label: t('mailbox') },
        ]
      : []),
    { value: 'feeds', label: t('blockFeeds') },
    { value: 'tipPage', label: t('tipPage') },
    ...(triesNames ? [{ value: 'names', label: t('testNames') }] : []),
  ]
  return (
    <Page title={t('settings')}>
      <SectionIndex
        label={t('settingsSections')}
        isWide={part === 'names'}
        parts={parts.map(({ value, label }) => ({
          label,
          search: { part: value },
          isCurrent: part === (value ?? 'you'),
        }))}
      >
        {part === 'you' && (
          <>
            <AppearanceSection />
            <MessagesSection />
            <KeysSection />
            <ListsSection />
            <DigestSection />
            {keepsViews && <ViewsSection />}
            {mayAsk && (
              <Suspense fallback={null}>
                <Bookmarklet path="/addRequest?address=" />
              </Suspense>
            )}
            <Suspense
              fallback={
                <FormSection title={t('activeSessions')}>
                  <Skeleton lines={3} />
                </FormSection>
              }
            >
              <SessionsSection />
            </Suspense>
          </>
        )}
        {part === 'alerts' && <AlertsPart />}
        {part === 'assets' && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <AssetsPart />
          </Suspense>
        )}
        {part === 'allowList' && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <AllowListPart />
          </Suspense>
        )}
        {part === 'sources' && (
          <Suspense fallback={<Skeleton lines={12} />}>
            <SourcesPart />
          </Suspense>
        )}
        {part === 'quality' && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <QualityPart isDetailed={triesNames} />
          </Suspense>
        )}
        {part === 'rights' && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <RightsPart />
          </Suspense>
        )}
        {part === 'takedowns' && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <TakedownPolicyPart />
          </Suspense>
        )}
        {part === 'services' && managesCompany && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <ServicesPart />
          </Suspense>
        )}
        {part === 'mailbox' && managesCompany && (
          <Suspense fallback={<Skeleton lines={6} />}>
            <MailboxPart />
          </Suspense>
        )}
        {part === 'feeds' && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <BlockFeedsPart />
          </Suspense>
        )}
        {part === 'tipPage' && (
          <Suspense fallback={<Skeleton lines={8} />}>
            <TipPagePart />
          </Suspense>
        )}
        {part === 'names' && triesNames && (
          <Suspense fallback={<Skeleton lines={8} />}>
            <NameBench />
          </Suspense>
        )}
      </SectionIndex>
    </Page>
  )
}
