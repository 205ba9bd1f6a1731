import { usePortalSetting } from '../../session/portal-settings.ts'
import { FormSection, Tick } from '../../ui/forms/form-section.tsx'
import { t } from '../../words/words.ts'

/** How long messages stay. */
export function MessagesSection() {
  const [isKept, setIsKept] = usePortalSetting('keepMessages')
  return (
    <FormSection title={t('Messages of the portal')}>
      <Tick
        label={t('Keep messages until I close them')}
        hint={t('Otherwise they close by themselves after one to five seconds.')}
        isOn={isKept}
        onChange={setIsKept}
      />
    </FormSection>
  )
}
