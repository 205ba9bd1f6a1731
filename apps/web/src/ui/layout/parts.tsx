import { createElement, type ComponentProps, type CSSProperties, type JSX, type ReactNode } from 'react'
import css from './parts.module.css'

type Tag = keyof JSX.IntrinsicElements

/** A step of the spacing scale in `tokens.css`, in units of 4 px. */
type Space = 0 | 'half' | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10

/** The properties of text and placement that all components share. */
interface Look {
  tone?: 'plain' | 'quiet' | 'faint' | 'accent' | 'good' | 'caution' | 'warning' | 'danger' | undefined
  size?: 'axis' | 'meta' | 'body' | 'long' | 'heading' | 'title' | 'object' | 'figure' | 'mono'
  weight?: 'plain' | 'medium' | 'strong'
  /** Digits of equal width. */
  num?: boolean
  /** Takes the remaining space. */
  grow?: boolean
  above?: Space
  below?: Space
}

interface StackLook extends Look {
  gap?: Space
  align?: 'start' | 'center' | 'end'
}

interface InlineLook extends Look {
  gap?: Space
  align?: 'start' | 'end' | 'baseline' | 'stretch'
  justify?: 'between' | 'center' | 'end'
  /** Wraps onto further lines; `or-scroll`: on phones a single line that scrolls to the edges of the page. */
  wrap?: boolean | 'or-scroll'
  /** Placed within a line of text. */
  'is-inline'?: boolean
}

interface TextLook extends Look {
  /** A single line, truncated with an ellipsis. */
  cut?: boolean
}

interface CardLook extends StackLook {
  /** `inset` within another card, `list` for rows with lines between them, `bare` without padding, `note` for a tinted remark. */
  kind?: 'inset' | 'list' | 'bare' | 'note'
}

type Props<T extends Tag, L> = L & { as?: T; className?: string | undefined } & Omit<
    ComponentProps<T>,
    keyof L | 'as' | 'className'
  >

const looks = new Set('num grow justify wrap is-inline cut kind'.split(' '))
/** Properties that are passed on as custom properties, with the first word of their tokens; those of `align` are words of CSS. */
const tokens: Readonly<Record<string, string>> = {
  gap: 'space',
  above: 'space',
  below: 'space',
  size: 'type',
  weight: 'weight',
  tone: 'tone',
  align: '',
}

function part(
  name: 'stack' | 'inline' | 'columns' | 'text' | 'card',
  tag: Tag,
  props: { as?: Tag | undefined; className?: string | undefined; style?: CSSProperties | undefined },
): ReactNode {
  const { as = tag, className, style, ...others } = props
  const names = [css[name]]
  const steps: Record<string, string> = {}
  const rest: Record<string, unknown> = {}
  for (const [key, value] of Object.entries<unknown>(others)) {
    const token = tokens[key]
    if (token === undefined && !looks.has(key)) rest[key] = value
    else if (value === true) names.push(css[key])
    else if (typeof value === 'string' || typeof value === 'number') {
      names.push(css[`${key}-${value}`])
      if (token === undefined) continue
      steps[`--${key}`] = token && value !== 0 ? `var(--${token}-${value})` : `${value}`
      names.push(css[key === 'gap' && name === 'card' ? 'stack' : key])
    }
  }
  if (className) names.push(className)
  return createElement(as, { ...rest, className: names.filter(Boolean).join(' '), style: { ...steps, ...style } })
}

/** Arranges content vertically. */
export function Stack<T extends Tag = 'div'>(props: Props<T, StackLook>): ReactNode {
  return part('stack', 'div', { gap: 4, ...props })
}

/** Arranges content in a row, vertically centred. */
export function Inline<T extends Tag = 'div'>(props: Props<T, InlineLook>): ReactNode {
  return part('inline', 'div', { gap: 2, ...props })
}

/** Equal columns, as many as fit. */
export function Columns<T extends Tag = 'div'>(props: Props<T, Pick<StackLook, 'gap' | keyof Look>>): ReactNode {
  return part('columns', 'div', { gap: 4, ...props })
}

/** Text of another size, weight or tone than its surroundings. */
export function Text<T extends Tag = 'span'>(props: Props<T, TextLook>): ReactNode {
  return part('text', 'span', props)
}

/** A surface with a border. With a gap, its content is stacked. */
export function Card<T extends Tag = 'section'>(props: Props<T, CardLook>): ReactNode {
  return part('card', 'section', props)
}

/** A part of a page that scrolls on its own. It can have the focus, because scrolling must work by keyboard too. */
export function ScrollRegion(props: ComponentProps<'section'> & { 'aria-label': string }) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <section tabIndex={0} {...props} />
}
