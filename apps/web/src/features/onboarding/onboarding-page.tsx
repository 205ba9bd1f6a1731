import { usePageSearch } from '../../url/page-search.ts'
import { Page } from '../../ui/layout/page.tsx'
import { t } from './words.ts'
import { CompanyList } from './company-list.tsx'
import { validateOnboardingSearch } from './onboarding-search.ts'
import { SetupSteps } from './setup-steps.tsx'

/** Shows all companies with the missing parts of their setup, and the setup of one company in steps that are saved individually. */
export function OnboardingPage() {
  const [search, change] = usePageSearch(validateOnboardingSearch)
  const isStepping = search.company !== undefined || search.step !== undefined
  return (
    <Page title={t('onboarding')}>
      {isStepping ? (
        <SetupSteps key={search.company ?? ''} search={search} onChange={change} />
      ) : (
        <CompanyList search={search} onChange={change} />
      )}
    </Page>
  )
}
