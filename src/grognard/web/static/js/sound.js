// @ts-check
// Short sounds, made by the browser itself: no file is loaded. Off on phones until somebody switches them on.
import { choose, setting } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Each sound: pitch at the start and at the end, seconds, loudness, shape.
 * @type {Record<string, [number, number, number, number, OscillatorType | "noise"]>} */
const SOUNDS = {
  dice: [900, 300, 0.12, 0.12, "noise"],
  move: [220, 180, 0.07, 0.08, "triangle"],
  fire: [160, 40, 0.3, 0.16, "noise"],
  turn: [523, 784, 0.28, 0.07, "sine"],
};

export const soundOn = () => (setting("sound") || (matchMedia("(pointer: coarse)").matches ? "off" : "on")) === "on";

/** @param {boolean} on */
export const switchSound = (on) => choose("sound", on ? "on" : "off");

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!soundOn() || !("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const [from, to, seconds, loudness, shape] = SOUNDS[name],
    at = context.currentTime,
    volume = context.createGain();
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  volume.connect(context.destination);
  const source = shape === "noise" ? noise(context, seconds, from, volume) : tone(context, shape, from, to, seconds, volume);
  source.start(at);
  source.stop(at + seconds);
}

/** @param {AudioContext} audio @param {OscillatorType} shape @param {number} from @param {number} to @param {number} seconds @param {AudioNode} out */
function tone(audio, shape, from, to, seconds, out) {
  const one = audio.createOscillator();
  one.type = shape;
  one.frequency.setValueAtTime(from, audio.currentTime);
  one.frequency.exponentialRampToValueAtTime(to, audio.currentTime + seconds);
  one.connect(out);
  return one;
}

/** @param {AudioContext} audio @param {number} seconds @param {number} pitch @param {AudioNode} out */
function noise(audio, seconds, pitch, out) {
  const size = Math.ceil(audio.sampleRate * seconds),
    buffer = audio.createBuffer(1, size, audio.sampleRate),
    data = buffer.getChannelData(0);
  for (let k = 0; k < size; k++) data[k] = Math.random() * 2 - 1;
  const source = audio.createBufferSource(),
    filter = audio.createBiquadFilter();
  source.buffer = buffer;
  filter.type = "lowpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(out);
  return source;
}
