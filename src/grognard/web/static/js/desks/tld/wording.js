// @ts-check
// Dates and corps of The Longest Day as players write them.
import { MONTHS } from "../months.js";

/** `1944-06-30` as `30 Jun`. @param {string} iso */
export const brief = (iso) => `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1].slice(0, 3)}`;
/** `1944-06-30` as `30 June`. @param {string} iso */
export const spell = (iso) => `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]}`;
/** Days since 6 June. @param {string} iso */
export const dayNumber = (iso) => Math.round((Date.parse(iso) - Date.parse("1944-06-06")) / 864e5);
/** Corps in Roman numerals as players write them. @param {string | null | undefined} id */
export const numeral = (id) => (id ? ({ IICAN: "II Can", ISS: "I SS", IISS: "II SS" }[id] ?? id) : "none");
