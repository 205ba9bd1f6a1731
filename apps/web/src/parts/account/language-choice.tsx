import { chooseLanguage, language, languages, t, type Language } from '../../words/words.ts'
import { Segments } from '../../ui/controls/segments.tsx'

/** The language of the portal; another one starts the portal anew. */
export function LanguageChoice() {
  return (
    <Segments
      label={t('Language')}
      choices={Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))}
      value={language()}
      onChange={chooseLanguage}
    />
  )
}
