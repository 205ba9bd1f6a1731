import { AssetProposalsPart } from '../../../parts/asset-proposals/asset-proposals-part.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SaveBar } from '../../../ui/forms/form-section.tsx'
import { t } from '../words.ts'
import { Stack } from '../../../ui/layout/parts.tsx'
import type { StepProps } from './step-form.tsx'

/** What the company's own sites mention, to complete the assets of the step before. */
export function OwnSitesStep({ company, onNext }: StepProps) {
  return (
    <Stack>
      <AssetProposalsPart company={company.key} />
      <SaveBar>
        <Button kind="primary" onClick={onNext}>
          {t('continue')}
        </Button>
      </SaveBar>
    </Stack>
  )
}
