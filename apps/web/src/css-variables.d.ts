/** The name of a variable that the style sheet of an element reads. */
export type CssVariable = `--${string}`

declare module 'react' {
  interface CSSProperties {
    [variable: CssVariable]: string | number | undefined
  }
}
