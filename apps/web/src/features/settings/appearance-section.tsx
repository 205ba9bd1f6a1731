import { useState } from 'react'
import { usePortalSetting } from '../../session/portal-settings.ts'
import { chooseTheme, themeChoice, type ThemeChoice } from '../../session/theme.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { LanguageChoice } from '../../parts/account/language-choice.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Inline } from '../../ui/layout/parts.tsx'
import { t } from '../../words/words.ts'
import css from './settings.module.css'

/** Theme, density and language; all in force at once. */
export function AppearanceSection() {
  const [theme, setTheme] = useState(themeChoice)
  const [density, setDensity] = usePortalSetting('density')
  const change = (choice: ThemeChoice) => {
    chooseTheme(choice)
    setTheme(choice)
  }
  return (
    <FormSection title={t('Appearance')} hint={t('Changes hold at once. Theme and language are kept in this browser.')}>
      <Inline gap={4} justify="between" wrap className={css.choice}>
        <span>{t('Theme')}</span>
        <Segments
          label={t('Theme')}
          choices={[
            { value: 'system', label: t('As the device') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
          value={theme}
          onChange={change}
        />
      </Inline>
      <Inline gap={4} justify="between" wrap className={css.choice}>
        <span>{t('Rows of lists')}</span>
        <Segments
          label={t('Rows of lists')}
          choices={[
            { value: 'comfortable', label: t('Comfortable') },
            { value: 'compact', label: t('Compact') },
          ]}
          value={density}
          onChange={setDensity}
        />
      </Inline>
      <Inline gap={4} justify="between" wrap className={css.choice}>
        <span>{t('Language')}</span>
        <LanguageChoice />
      </Inline>
    </FormSection>
  )
}
