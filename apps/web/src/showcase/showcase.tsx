import '../tokens.css'
import '../base.css'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseTheme } from '../session/look.ts'
import { followSystemTheme, useThemeChoice } from '../session/theme.ts'
import { Segments } from '../ui/controls/segments.tsx'
import { Toasts } from '../ui/feedback/messages/toasts-view.tsx'
import { Inline, Stack, Text } from '../ui/layout/parts.tsx'
import { loadLanguage } from '../words/words.ts'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Fields } from './fields.tsx'
import { Surfaces } from './surfaces.tsx'
import css from './showcase.module.css'

/** All components of the portal in all states, for developers and for the browser tests. No page of the portal links here. */
function Showcase() {
  const theme = useThemeChoice()
  return (
    <Stack as="main" gap={8} className={css.page}>
      <Inline as="header" wrap justify="between">
        <Text as="h1" size="object">
          Parts
        </Text>
        <Segments
          label="Theme"
          value={theme}
          choices={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={chooseTheme}
        />
      </Inline>
      <Surfaces />
      <Controls />
      <Fields />
      <Data />
    </Stack>
  )
}

const root = document.getElementById('root')
const page: ReactNode = (
  <StrictMode>
    <Showcase />
    <Toasts />
  </StrictMode>
)
chooseTheme('system')
followSystemTheme()
if (root) void loadLanguage().then(() => createRoot(root).render(page))
