import { chooseLanguage, language, languages, type Language } from '../../words/words.ts'
import { t } from './words.ts'
import { Segments } from '../../ui/controls/segments.tsx'

/** The language of the portal. Changing it reloads the portal. */
export function LanguageChoice() {
  return (
    <Segments
      label={t('language')}
      choices={Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))}
      value={language()}
      onChange={chooseLanguage}
    />
  )
}
