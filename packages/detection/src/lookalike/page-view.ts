import type { ViewBox } from '@signet/contract/threats/lookalike-proofs'

/** A rectangle in CSS pixels, from the top left corner of the page. */
export type Box = ViewBox

/** A decoded picture: 4 bytes for each pixel (red, green, blue, opacity), row by row, at 1 CSS pixel for each pixel. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

/** A field of a form, as it is in the final state of the page. */
export interface PageField {
  name: string
  /** The type of an input, otherwise the name of the element. */
  type: string
  autocomplete: string
  /** What a visitor reads at the field: its label, placeholder or accessible name; empty without one. */
  label: string
  /** Its place; left out where the capture didn't measure it. */
  box?: Box | undefined
}

/** Fields that are sent together. */
export interface PageForm {
  /** The address they are sent to, absolute; null for fields outside of a form. */
  action: string | null
  method: string
  fields: readonly PageField[]
}

/** A text of a page, and where it is. */
export interface PageText {
  text: string
  box: Box
}

/** A page as a capture shows it. */
export interface PageView {
  /** The address at the end of all redirects. */
  address: string
  title: string
  /** The HTML in its final state. */
  html: string
  /** What a visitor can read. */
  text: string
  /** The first texts that are visible without scrolling; left out where the capture didn't measure them. */
  texts?: readonly PageText[] | undefined
  forms: readonly PageForm[]
  /** Hashes of the contents of its icons. */
  icons: readonly string[]
  /** Absolute addresses of its scripts, styles, pictures and frames. */
  resources: readonly string[]
  /** The part that is visible without scrolling, null without a screenshot. */
  picture: Picture | null
}
