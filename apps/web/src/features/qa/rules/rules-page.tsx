import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { useCompany } from '../../../session/company.ts'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'

const RulesPart = lazy(() =>
  import('../../../parts/detection-rules/rules-part.tsx').then(({ RulesPart: part }) => ({ default: part })),
)

/** The company's own rules for reviewers, who have no settings. */
export function RulesPage() {
  const company = useCompany()
  return (
    <Page title={t('detectionRules')}>
      <Inline below={4}>
        <Link to="/QA/dashboard" activeOptions={{ exact: true }} className="way-link">
          <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
          {t('backToReview')}
        </Link>
      </Inline>
      <Suspense fallback={<Skeleton lines={8} />}>
        <RulesPart key={company} />
      </Suspense>
    </Page>
  )
}
