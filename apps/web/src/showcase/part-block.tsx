import { useId, type ReactNode } from 'react'
import { Stack } from '../ui/layout/parts.tsx'

/** Components of one kind with a heading. */
export function PartBlock({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Stack as="section" gap={3} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </Stack>
  )
}
