import { Stack } from '../ui/layout/parts.tsx'
import css from './route-skeleton.module.css'

/** Grey lines in place of a page whose code is loading. */
export function RouteSkeleton() {
  return (
    <Stack pad={6} className={css.lines} aria-busy="true">
      {[38, 82, 64, 74, 52].map((share) => (
        <span key={share} style={{ width: `${share}%` }} />
      ))}
    </Stack>
  )
}
