const newline = 0x0a

/**
 * Splits chunks into blocks of whole lines and yields each block as soon as its last line is complete; the very last line gets a line end
 * if it has none.
 *
 * @param lineMax only the beginning of a line that is much longer is kept: enough to detect that it is too long
 */
export async function* lineBlocks(chunks: AsyncIterable<Buffer>, lineMax: number): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let restSize = 0
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline) + 1
    if (end > 0) {
      const whole = chunk.subarray(0, end)
      yield rest.length > 0 ? Buffer.concat([...rest, whole]) : whole
      rest = []
      restSize = 0
    }
    if (end < chunk.length && restSize <= lineMax) {
      rest.push(chunk.subarray(end))
      restSize += chunk.length - end
    }
  }
  if (restSize > 0) yield Buffer.concat([...rest, Buffer.of(newline)])
}
