import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Stack } from './parts.tsx'
import { SectionList, type ListedSection } from './section-list.ts'
import { t } from '../words.ts'
import css from './section-index.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

/** A part of the page with its own URL, e.g. the alerts of the settings. */
export interface IndexPart {
  label: string
  /** Its search parameters. */
  search: object
}

/** A section counts as being read when its heading is within this distance of the upper edge. */
const readingPx = 120

/**
 * Layout D for forms with several sections: the sections in a column, next to an index that follows the scroll position. On narrow screens
 * the index is hidden, and parts stay as a row at the top.
 *
 * @param isWide takes the full width, e.g. for a table
 */
export function SectionIndex({
  label,
  parts,
  isWide = false,
  children,
}: {
  label: string
  parts?: readonly IndexPart[]
  isWide?: boolean
  children: ReactNode
}) {
  const { sections, add } = useSections()
  const { current, goTo } = useCurrent(sections)
  const row = useRef<HTMLUListElement>(null)
  useCurrentInView(row, '[aria-current]', parts)
  const inside =
    sections.length > 1 ? (
      <Stack as="ul" gap="half" className={css.sections}>
        {sections.map((section) => (
          <li key={section.element.id}>
            <a
              className="option"
              href={`#${section.element.id}`}
              aria-current={section === current ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                goTo(section)
              }}
            >
              {section.title}
            </a>
          </li>
        ))}
      </Stack>
    ) : null
  return (
    <div className={`${css.page} indexed`} data-wide={isWide || undefined}>
      <nav className={`${css.index} beside screen-only`} aria-label={label}>
        {parts ? (
          <Stack as="ul" ref={row} gap="half" className={`${css.parts} index-links`}>
            {parts.map(({ label: name, search }) => (
              <li key={name}>
                {/* Exact, because the first part is the one without a search parameter. */}
                <Link className="option" to="." search={search} activeOptions={{ exact: true }}>
                  {name}
                </Link>
              </li>
            ))}
          </Stack>
        ) : null}
        {/* Last, so that the links to the parts don't move while a part loads: a click would miss. */}
        {parts && inside ? <small className={css.here}>{t('onThisPage')}</small> : null}
        {inside}
      </nav>
      <Stack>
        <SectionList value={add}>{children}</SectionList>
      </Stack>
    </div>
  )
}

/** The sections on the page, in order. */
function useSections() {
  const [sections, setSections] = useState<readonly ListedSection[]>([])
  const add = useCallback((section: ListedSection) => {
    setSections((old) => [...old, section].toSorted(inOrder))
    return () => setSections((old) => old.filter((one) => one !== section))
  }, [])
  return { sections, add }
}

const inOrder = (a: ListedSection, b: ListedSection) =>
  a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

/**
 * The section being read: the last one whose heading has reached the top, the last one at the end of the page, or the one just selected.
 */
function useCurrent(sections: readonly ListedSection[]) {
  const [read, setRead] = useState<ListedSection>()
  const [chosen, setChosen] = useState<ListedSection>()
  const frame = useRef(0)
  useEffect(() => {
    const scroller = sections[0]?.element.closest<HTMLElement>('[data-scroller]')
    if (!scroller) return undefined
    const look = () => {
      const isAtEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      const line = scroller.getBoundingClientRect().top + readingPx
      const above = sections.filter(({ element }) => element.getBoundingClientRect().top <= line)
      setRead(isAtEnd ? sections.at(-1) : above.at(-1))
    }
    const onScroll = () => {
      cancelAnimationFrame(frame.current)
      frame.current = requestAnimationFrame(look)
    }
    // The selected section stays marked until the user scrolls: a short page may not scroll far enough to reach its heading.
    const moveOn = () => setChosen(undefined)
    look()
    scroller.addEventListener('scroll', onScroll, { passive: true })
    scroller.addEventListener('wheel', moveOn, { passive: true })
    scroller.addEventListener('touchmove', moveOn, { passive: true })
    scroller.addEventListener('focusin', moveOn)
    return () => {
      cancelAnimationFrame(frame.current)
      scroller.removeEventListener('scroll', onScroll)
      scroller.removeEventListener('wheel', moveOn)
      scroller.removeEventListener('touchmove', moveOn)
      scroller.removeEventListener('focusin', moveOn)
    }
  }, [sections])
  const goTo = (section: ListedSection) => {
    section.element.scrollIntoView({ block: 'start' })
    section.element.focus({ preventScroll: true })
    setChosen(section)
  }
  const isThere = chosen && sections.includes(chosen)
  return { current: isThere ? chosen : (read ?? sections[0]), goTo }
}
