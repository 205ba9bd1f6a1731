import { Button } from '../../ui/controls/button.tsx'
import { t } from './words.ts'

/** Has the page of a record captured. */
export function CaptureNow({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <Button isBusy={isBusy} onClick={onClick}>
      {t('captureNow')}
    </Button>
  )
}
