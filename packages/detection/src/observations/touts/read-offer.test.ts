import { describe, expect, test } from 'vitest'
import { plainText } from '../plain-text.ts'
import { isAtFaceValue, readOffer } from './read-offer.ts'

const read = (text: string, fields = {}) => readOffer(plainText(text), fields)

describe('an offer', () => {
  test.each([
    ['12 tickets for Friday, face value 40 EUR, my price 95 EUR each', 95, 40, 'EUR', 12],
    ['Je vends 10 billets, prix 120 € au lieu de 45 €', 120, 45, 'EUR', 10],
    ['Sprzedam 14 biletów, cena 200 zł zamiast 80 zł', 200, 80, 'PLN', 14],
    ['Vendo 15 billetes, 90 EUR cada uno, precio original 35 EUR', 90, 35, 'EUR', 15],
    ['30 Plätze, je 1.250,50 EUR statt 900 EUR', 1250.5, 900, 'EUR', 30],
    ['seat ₹ 2,400 (fare 800 inr)', 2400, 800, 'INR', null],
  ])('says its prices and quantity: %s', (text, price, faceValue, currency, quantity) => {
    const offer = read(text)
    expect(offer).toMatchObject({ price, faceValue, currency, quantity })
    expect(offer.markup).toContain(`${price} / ${faceValue} ${currency}`)
  })

  test.each([
    'confirmed seats, 35% over the fare',
    'Tickets, Aufpreis 40 %',
    'tickets at double the price',
    'Билеты, наценка 50 %',
    'तत्काल टिकट, 500 रुपये अतिरिक्त',
    '车票代购,加价50元',
    'service charge 700 per ticket',
  ])('says that it is dearer without both prices: %s', (text) => {
    expect(read(text).markup).not.toBeNull()
  })

  test('has a fee in addition to its price', () => {
    expect(read('Fee of 20 EUR, paid first. 120 EUR instead of 50 EUR.')).toMatchObject({ price: 120, faceValue: 50 })
    expect(read('100 EUR deposit returned. Fare 40 EUR, now 90 EUR')).toMatchObject({ price: 90, faceValue: 40 })
  })

  test('at its face value has no markup', () => {
    const offer = read('My ticket for tonight, paid 28 EUR, yours for 28 EUR')
    expect(offer.markup).toBeNull()
    expect(isAtFaceValue(offer)).toBe(true)
  })

  test('counts what the provider states more than its text', () => {
    const offer = read('two seats, 20 EUR', { price: 90, faceValue: '30', currency: 'USD', quantity: 8 })
    expect(offer).toEqual({ price: 90, faceValue: 30, currency: 'USD', quantity: 8, markup: '90 / 30 USD, +200 %' })
  })

  test('has no price of zero', () => {
    expect(read('Seats for 000€, face value 0 €')).toMatchObject({ price: null, faceValue: null })
    expect(read('Seats for 0€, then 80€')).toMatchObject({ price: 80 })
  })

  test('has nothing of a text without prices', () => {
    expect(read('The train at 10:45 was 20 minutes late')).toEqual({
      price: null,
      faceValue: null,
      currency: null,
      quantity: null,
      markup: null,
    })
  })
})
