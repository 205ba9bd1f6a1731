import { PDFiumModule } from '@hyzyla/pdfium'
import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { UnreadableFile } from '../../file-kind.ts'

/** `FPDF_ERR_PASSWORD` and `FPDF_ERR_SECURITY` of fpdfview.h: a missing password, and an unknown way of locking. */
const lockedErrors = new Set([4, 5])

/** `FPDF_REMOVE_SECURITY` of fpdf_save.h. */
const withoutSecurity = 3

/**
 * A WebAssembly module that exports `f`, the function of three numbers that it imports as `e.f`: only functions of WebAssembly can be in
 * its function table.
 */
const callbackModule = Buffer.from('0061736d0100000001080160037f7f7f017f02070101650166000007050101660000', 'hex')

let library: Promise<WebAssembly.Module> | undefined

/** Loads PDFium, so that it can be used after rights to read files were given up. */
export function loadPdfium(): Promise<WebAssembly.Module> {
  library ??= readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))).then(
    (bytes) => new WebAssembly.Module(bytes),
  )
  return library
}

type Module = Awaited<ReturnType<typeof PDFiumModule>>

/** A PDF that PDFium has opened, in an instance and memory of its own. The functions are those of fpdfview.h and the headers next to it. */
export class OpenPdf {
  readonly #module: Module
  readonly #table: WebAssembly.Table
  readonly #document: number

  private constructor(module: Module, table: WebAssembly.Table, bytes: Uint8Array, password: string) {
    this.#module = module
    this.#table = table
    this.call('FPDF_InitLibrary')
    const at = this.#store(bytes)
    this.#document = this.call('FPDF_LoadMemDocument', at, bytes.length, this.#storeText(password))
    if (this.#document !== 0) return
    const error = this.call('FPDF_GetLastError')
    if (lockedErrors.has(error)) throw new UnreadableFile('locked', 'it needs a password')
    throw new UnreadableFile('damaged', `PDFium can't open it (error ${error})`)
  }

  /**
   * Opens a PDF and reads it.
   *
   * @throws UnreadableFile if it is damaged, needs too much memory, or is locked with another password
   */
  static async read<T>(bytes: Uint8Array, password: string, read: (pdf: OpenPdf) => T): Promise<T> {
    const compiled = await loadPdfium()
    let table: WebAssembly.ExportValue | undefined
    let lacksMemory = false
    const options = {
      instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(compiled, imports)
        table = instance.exports['__indirect_function_table']
        done(instance)
        return instance.exports
      },
      // What PDFium prints mustn't get into the answer of the process.
      print: () => undefined,
      printErr: (line: string) => {
        lacksMemory ||= /heap|memory/.test(line)
      },
    }
    try {
      const module = await PDFiumModule(options)
      if (!(table instanceof WebAssembly.Table)) throw new TypeError('PDFium has no function table')
      return read(new OpenPdf(module, table, bytes, password))
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      // PDFium ends with a trap of WebAssembly where it would crash as a program, also if it gets no more memory.
      if (lacksMemory) throw new UnreadableFile('tooLarge', 'PDFium has no memory left for it')
      throw new UnreadableFile('damaged', `PDFium stopped at an error (${String(error).slice(0, 100)})`)
    }
  }

  /** Calls a function of PDFium. */
  call(name: string, ...args: number[]): number {
    const called: unknown = Reflect.get(this.#module, `_${name}`)
    if (typeof called !== 'function') throw new TypeError(`PDFium has no ${name}`)
    return Number(Reflect.apply(called, undefined, args))
  }

  /** Calls a function of PDFium that takes the document first. */
  ask(name: string, ...args: number[]): number {
    return this.call(name, this.#document, ...args)
  }

  /** A string in UTF-16 of a function that takes a buffer and its length last, and returns the length that it needs, in bytes. */
  string(name: string, ...args: number[]): string {
    const length = this.call(name, ...args, 0, 0)
    if (length <= 2) return ''
    const at = this.allocate(length)
    this.call(name, ...args, at, length)
    return this.textAt(at, length - 2)
  }

  /** A value of the information dictionary (ISO 32000-1, 14.3.3); empty if it is missing. */
  metaText(key: string): string {
    const at = this.#storeText(key)
    const value = this.string('FPDF_GetMetaText', this.#document, at)
    this.release(at)
    return value
  }

  /** A copy of the document without encryption and object streams, in which each object can be found by its number. */
  plainCopy(): Buffer {
    const chunks: Buffer[] = []
    const write = (_writer: number, at: number, length: number) => {
      chunks.push(Buffer.from(this.#module.HEAPU8.subarray(at, at + length)))
      return 1
    }
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(callbackModule), { e: { f: write } })
    // The table can't grow. Its first place is the null pointer, which nothing else may call.
    const place = 0
    this.#table.set(place, exports['f'])
    const writer = this.allocate(8)
    this.#module.HEAP32.set([1, place], writer / 4)
    const isSaved = this.ask('FPDF_SaveAsCopy', writer, withoutSecurity) !== 0
    this.#table.set(place, null)
    return isSaved ? Buffer.concat(chunks) : Buffer.alloc(0)
  }

  /** @returns the address of new memory */
  allocate(length: number): number {
    const at = this.#module.wasmExports.malloc(length)
    if (at === 0) throw new UnreadableFile('tooLarge', 'PDFium has no memory left for it')
    return at
  }

  release(at: number): void {
    this.#module.wasmExports.free(at)
  }

  /** Text in UTF-16 in the memory of PDFium, which is released. */
  textAt(at: number, length: number): string {
    const text = Buffer.from(this.#module.HEAPU8.subarray(at, at + length)).toString('utf16le')
    this.release(at)
    return text
  }

  /** Four numbers in the memory of PDFium. */
  rectangle(read: (at: number) => number): [number, number, number, number] | undefined {
    const at = this.allocate(16)
    const isRead = read(at) !== 0
    const [left, top, right, bottom] = new Float32Array(this.#module.HEAPU8.buffer.slice(at, at + 16))
    this.release(at)
    return isRead && left !== undefined && top !== undefined && right !== undefined && bottom !== undefined
      ? [left, top, right, bottom]
      : undefined
  }

  #store(bytes: Uint8Array): number {
    const at = this.allocate(bytes.length)
    this.#module.HEAPU8.set(bytes, at)
    return at
  }

  #storeText(text: string): number {
    return this.#store(Buffer.from(`${text}\0`))
  }
}
