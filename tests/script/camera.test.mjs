// The camera: world and screen agree, zooming keeps the point under the pointer, panning keeps the map in sight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera, STEP } from "../../src/grognard/web/static/js/map/camera.js";

const BOUNDS = { x0: 0, x1: 40, y0: -20, y1: 0 };
const camera = (width = 1000, height = 600) => Object.assign(new Camera(BOUNDS), { width, height });
const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) < by, `${a} is not ${b}`);

test("the middle of the screen is the middle of the camera", () => {
  const c = camera();
  assert.deepEqual(c.world(500, 300), { x: c.x, y: c.y });
});

test("what is drawn at a pixel is found again at that pixel", () => {
  const c = camera(),
    view = c.view(),
    at = c.world(123, 456);
  near(view.X(at.x), 123);
  near(view.Y(at.y), 456);
});

test("a fitted map is seen as a whole, and no smaller than it must be", () => {
  const c = camera();
  c.fit();
  const v = c.view();
  assert.ok(v.x0 <= 0.01 && v.x1 >= 39.99 && v.y0 <= -19.99 && v.y1 >= -0.01);
  near(c.scale, 25, 0.01); // 1000 pixels for 40 hexes
});

test("a map that is kept legible leaves no room empty beside what is cut off", () => {
  const c = camera();
  c.fit({ x: 2, y: -10 }, 40);
  const v = c.view();
  near(c.scale, 40, 0.01);
  near(v.x0, 0, 0.01); // the units stand at the edge: the map begins at the edge of the screen
  near(c.y, -10, 0.01);
});

test("what lies on the screen leaves less room for the map", () => {
  const c = camera();
  c.cover = { top: 0, right: 200, bottom: 0 };
  c.fit();
  near(c.scale, 20, 0.01); // 800 pixels for 40 hexes
});

test("zooming keeps the point under the pointer", () => {
  const c = camera();
  const before = c.world(500, 300);
  c.zoom(STEP, 500, 300);
  const after = c.world(500, 300);
  near(before.x, after.x, 1e-3);
  near(before.y, after.y, 1e-3);
});

test("zooming ends at its limits", () => {
  const c = camera();
  for (let i = 0; i < 40; i++) c.zoom(STEP);
  near(c.scale, 170, 0.01);
  for (let i = 0; i < 80; i++) c.zoom(1 / STEP);
  assert.ok(c.scale >= 17.9);
});

test("the map cannot be pushed out of sight", () => {
  const c = camera();
  c.pan(1e6, 1e6);
  const v = c.view();
  assert.ok(v.x1 > BOUNDS.x0 && v.y1 > BOUNDS.y0);
  c.pan(-2e6, -2e6);
  assert.ok(c.view().x0 < BOUNDS.x1 && c.view().y0 < BOUNDS.y1);
});

test("a scale is a whole number of hundredths of a device pixel", () => {
  const c = camera();
  c.dpr = 2;
  near(c.set(33.33333) * 200, Math.round(c.scale * 200), 1e-9);
});
