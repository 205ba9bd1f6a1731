import { expect, test } from 'vitest'
import { demoCompanies } from '../companies/demo-companies.ts'
import { announcementTexts, newsTextsOf, sendingTexts, whatsNewTexts } from './messages-demo-texts.ts'

test('news of a company name it and no other company', () => {
  for (const company of demoCompanies) {
    const text = JSON.stringify(newsTextsOf(company)).toLowerCase()
    expect(text).toContain(company.word)
    for (const other of demoCompanies.filter(({ key }) => key !== company.key)) expect(text).not.toContain(other.word)
  }
})

test('texts for everyone name no company and cover more than 400 days', () => {
  const text = JSON.stringify([whatsNewTexts, announcementTexts, sendingTexts]).toLowerCase()
  for (const { word } of demoCompanies) expect(text).not.toContain(word)
  for (const texts of [whatsNewTexts, sendingTexts, newsTextsOf(demoCompanies[0])]) {
    const days = texts.map(({ daysBack }) => daysBack)
    expect(Math.max(...days)).toBeGreaterThan(360)
    expect(Math.max(...days)).toBeLessThanOrEqual(400)
    expect(Math.min(...days)).toBeLessThan(14)
  }
})
