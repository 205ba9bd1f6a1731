const pattern = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/

/**
 * A date as a PDF writes it (ISO 32000-1, 7.9.4), as an ISO time that keeps its offset.
 *
 * @returns null for what is no date; one without an offset is in UTC
 */
export function pdfTime(text: string): string | null {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, hours, minutes = '00'] =
    pattern.exec(text.trim()) ?? []
  if (year === undefined) return null
  const offset = sign && hours ? `${sign}${hours}:${minutes}` : 'Z'
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
  return Number.isNaN(Date.parse(time)) ? null : time
}
