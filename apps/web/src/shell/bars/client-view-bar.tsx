import { leaveClientView } from '../../session/client-view.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { Inline, Text } from '../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './offline-bar.module.css'

/** Says that the portal is shown as a client sees it, and leads back. */
export function ClientViewBar({ company }: { company: string }) {
  const leave = useAction(leaveClientView, { failed: (reason) => t('viewNotLeft', { reason }) })
  return (
    <Inline wrap justify="between" gap={2} tone="caution" pad="2 5" className={css.bar}>
      <Text as="p" weight="medium">
        {t('viewingAsClient', { company })}
      </Text>
      <Button isBusy={leave.isBusy} onClick={() => leave.run()}>
        {t('leaveClientView')}
      </Button>
    </Inline>
  )
}
