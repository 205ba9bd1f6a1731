import { useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import css from './popover.module.css'

/** The properties that the button that opens a popover needs. */
export interface PopoverTrigger {
  popoverTarget: string
  'aria-expanded': boolean
  ref: RefObject<HTMLButtonElement | null>
}

const gap = 6
const edge = 8

function place(panel: HTMLElement, opener: HTMLElement, align: 'start' | 'end'): void {
  const from = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const isRtl = getComputedStyle(panel).direction === 'rtl'
  const left = (align === 'end') === isRtl ? from.left : from.right - width
  const fitsBelow = from.bottom + gap + height <= innerHeight - edge
  const top = fitsBelow ? from.bottom + gap : Math.max(edge, from.top - gap - height)
  panel.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`
  panel.style.top = `${fitsBelow || from.top - gap - height > edge ? top : edge}px`
}

/**
 * A panel next to its button, in the browser's top layer. It closes on Escape and on a click outside, and the focus returns.
 *
 * @param children receives `close`; mounted only while open
 */
export function Popover({
  trigger,
  label,
  align = 'start',
  children,
}: {
  trigger: (props: PopoverTrigger) => ReactNode
  label: string
  align?: 'start' | 'end'
  children: (close: () => void) => ReactNode
}) {
  const panelId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  useLayoutEffect(() => {
    const element = panel.current
    const button = opener.current
    if (!isOpen || !element || !button) return undefined
    const replace = () => place(element, button, align)
    replace()
    // Content may arrive later, e.g. a lazily loaded list.
    const sizes = new ResizeObserver(replace)
    sizes.observe(element)
    addEventListener('resize', replace)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', replace)
    }
  }, [isOpen, align])

  return (
    <>
      {trigger({ popoverTarget: panelId, 'aria-expanded': isOpen, ref: opener })}
      <div
        id={panelId}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={`${css.panel} raised`}
        onToggle={(event) => setIsOpen(event.nativeEvent.newState === 'open')}
      >
        {/* The ref is read when the content closes the panel, not during rendering. */}
        {/* oxlint-disable-next-line react/refs */}
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
