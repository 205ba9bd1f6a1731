// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BrandPicture, BrandPictureField } from './brand-picture-field.tsx'
import { show } from '../../../../test/show.tsx'

const brand = { key: 'meridian', name: 'Meridian' }

test.each([
  ['for reading', <BrandPicture key="read" kind="logo" brand={brand} />],
  ['for changing', <BrandPictureField key="change" kind="logo" brand={brand} />],
])('a logo that could not be loaded is not shown as none, and is loaded on Retry (%s)', async (_, part) => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(Response.json([{ brand: brand.key, logo: 'data:image/png;base64,AA==' }])),
  )
  show(part)
  await screen.findByText("Couldn't load the logo.")
  expect(screen.queryByText('Add logo')).toBeNull()

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('img', { name: 'Logo of Meridian' })
  expect(screen.queryByText("Couldn't load the logo.")).toBeNull()
})
