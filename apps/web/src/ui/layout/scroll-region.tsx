import type { ComponentProps } from 'react'

/** A part of a page that scrolls on its own. It can have the focus, because scrolling must work by keyboard too. */
export function ScrollRegion(props: ComponentProps<'section'> & { 'aria-label': string }) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <section tabIndex={0} {...props} />
}
