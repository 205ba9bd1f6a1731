/** The part of tesseract-wasm that is used: its own types can't be found through its `exports`. */
declare module 'tesseract-wasm' {
  interface TextItem {
    /** Some of `layoutFlags`. */
    flags: number
    /** From 0 to 1. */
    confidence: number
    text: string
  }

  interface OCREngine {
    loadModel(model: Uint8Array): void
    loadImage(image: { width: number; height: number; data: Uint8ClampedArray }): void
    getTextBoxes(unit: 'line' | 'word'): TextItem[]
  }

  export const layoutFlags: { EndOfLine: number }
  export function createOCREngine(options: { wasmBinary: Uint8Array }): Promise<OCREngine>
}
