import '../tokens.css'
import '../base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/query-client.ts'
import { chooseTheme } from '../session/look.ts'
import { followSystemTheme, useThemeChoice } from '../session/theme.ts'
import { Segments } from '../ui/controls/segments.tsx'
import { Toasts } from '../ui/feedback/messages/toasts-view.tsx'
import { Inline, Stack, Text } from '../ui/layout/parts.tsx'
import { loadLanguage } from '../words/words.ts'
import { Charts } from './charts.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Domain } from './domain.tsx'
import { Fields } from './fields.tsx'
import { Lists } from './lists.tsx'
import { Pages } from './pages.tsx'
import { Surfaces } from './surfaces.tsx'

/** All components of the portal in all states, for developers and for the browser tests. No page of the portal links here. */
function Showcase() {
  const theme = useThemeChoice()
  return (
    <Stack as="main" gap={8} middle most={1080} pad="gutter">
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
      <Lists />
      <Charts />
      <Pages />
      <Domain />
    </Stack>
  )
}

// The parts have links, so there is a router; whichever is followed leads here again.
const rootRoute = createRootRoute({ component: Showcase })
const router = createRouter({
  routeTree: rootRoute.addChildren([createRoute({ getParentRoute: () => rootRoute, path: '$' })]),
  history: createMemoryHistory(),
})

const root = document.getElementById('root')
const page: ReactNode = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>
)
chooseTheme('system')
followSystemTheme()
if (root) void loadLanguage().then(() => createRoot(root).render(page))
