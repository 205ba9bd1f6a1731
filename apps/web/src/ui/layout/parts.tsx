import { createElement, type ComponentProps, type CSSProperties, type JSX, type ReactNode } from 'react'
import css from './parts.module.css'

type Tag = keyof JSX.IntrinsicElements

/** A step of the spacing scale in `tokens.css`, in units of 4 px. */
type Space = 0 | 'half' | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10

/** A step inside a box; `gutter` is the distance to the edge of the page. */
type Pad = Space | 'gutter'

/** The properties of text and placement that all components share. */
interface Look {
  tone?: 'plain' | 'quiet' | 'faint' | 'accent' | 'good' | 'caution' | 'warning' | 'danger' | undefined
  size?: 'axis' | 'meta' | 'body' | 'long' | 'heading' | 'title' | 'object' | 'figure' | 'mono'
  weight?: 'plain' | 'medium' | 'strong'
  /** Digits of equal width. */
  num?: boolean
  /** Takes the remaining space. */
  grow?: boolean
  /** Takes the remaining space, and a line of its own if there are fewer pixels than this. */
  basis?: number
  /** Never shrinks. */
  fixed?: boolean
  /** At the end of its row. */
  push?: boolean
  /** In the middle of its container, sideways. */
  middle?: boolean
  /** As wide as its container. */
  wide?: boolean
  above?: Space
  below?: Space
  /** The distance from the edge to the content: all around; above, below and at the sides; or top, sides and bottom. */
  pad?: Pad | `${Pad} ${Pad}` | `${Pad} ${Pad} ${Pad}`
  /** A line that separates this from what is above or below it. */
  line?: 'above' | 'below'
  /** The largest width in pixels. */
  most?: number
  /** The smallest height in pixels, so that rows with and without buttons are equally high. */
  least?: number
  /** Centred lines of text. */
  centred?: boolean
  nowrap?: boolean
  /** Keeps the line breaks of a text that somebody wrote. */
  kept?: boolean
}

/** Between all parts, or between rows and then between columns. */
type Gap = Space | `${Space} ${Space}`

interface StackLook extends Look {
  gap?: Gap
  align?: 'start' | 'center' | 'end'
}

interface InlineLook extends Look {
  gap?: Gap
  align?: 'start' | 'end' | 'baseline' | 'stretch'
  justify?: 'between' | 'center' | 'end'
  /** Wraps onto further lines; `or-scroll`: on phones a single line that scrolls to the edges of the page. */
  wrap?: boolean | 'or-scroll'
  /** Placed within a line of text. */
  'is-inline'?: boolean
}

interface ColumnsLook extends Look {
  gap?: Gap
  align?: 'stretch' | 'center' | 'end' | 'baseline'
  /** The smallest width of a column in pixels. */
  from?: number
  /** The number of columns, however narrow; `from` is 0 then. */
  count?: number
  /** A last row that is not full has columns of the same width. */
  even?: boolean
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

const looks = new Set(
  'num even grow fixed push middle wide line centred nowrap kept justify wrap is-inline cut kind'.split(' '),
)
/** Properties passed on as custom properties, with the first word of their tokens. Those of `align`, `tracks` and `count` are CSS. */
const tokens: Readonly<Record<string, string>> = {
  gap: 'space',
  above: 'space',
  below: 'space',
  pad: 'space',
  most: 'px',
  least: 'px',
  basis: 'px',
  from: 'px',
  size: 'type',
  weight: 'weight',
  tone: 'tone',
  align: '',
  tracks: '',
  count: '',
}

function stepOf(token: string, value: string): string {
  if (token === 'px') return `${value}px`
  return token && value !== '0' ? `var(--${token}-${value})` : value
}

function part(
  name: 'stack' | 'inline' | 'columns' | 'split' | 'text' | 'card' | 'box',
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
      steps[`--${key}`] = String(value)
        .split(' ')
        .map((each) => stepOf(token, each))
        .join(' ')
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
export function Columns<T extends Tag = 'div'>(props: Props<T, ColumnsLook>): ReactNode {
  return part('columns', 'div', { gap: 4, from: props.count ? 0 : 240, ...props })
}

/** Columns of different widths, below each other if there is little room. */
export function Split<T extends Tag = 'div'>(props: Props<T, StackLook & { tracks?: string }>): ReactNode {
  return part('split', 'div', { gap: 4, tracks: 'minmax(0, 7fr) minmax(0, 5fr)', ...props })
}

/** A block that only keeps a distance, or differs from its surroundings by a line or its text. */
export function Box<T extends Tag = 'div'>(props: Props<T, Look>): ReactNode {
  return part('box', 'div', props)
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
  return <section tabIndex={0} {...props} className={`${css.region} ${props.className ?? ''}`} />
}
