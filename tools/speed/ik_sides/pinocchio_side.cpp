// Jacobians and inverse kinematics by Pinocchio.
//
//   pinocchio_side MODEL FRAME JOINTS CONFIGURATIONS POSES
//
// Lines on stdin:
//   jac         -> nanoseconds for one configuration by the faster of two ways, and the sum of
//                  absolute values of all Jacobians
//   ik FROM TO DT ITERATIONS RESTARTS
//               -> for each pose microseconds and coordinates
//
// The search is the damped loop of Pinocchio's documentation: the logarithm of the error in the frame,
// its derivative, `v = J' (J J' + damp)^-1 e`, a step of DT. Coordinates are clamped to their limits
// after each step, and an attempt that takes too long starts again from random coordinates.

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/parsers/mjcf.hpp>
#include <pinocchio/spatial.hpp>

namespace pin = pinocchio;
using Clock = std::chrono::steady_clock;

static std::vector<double> numbers(const char *path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const double *first = reinterpret_cast<const double *>(bytes.data());
  return std::vector<double>(first, first + bytes.size() / sizeof(double));
}

static double since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

struct Side {
  pin::Model model;
  pin::Data data;
  pin::FrameIndex frame;
  int joints;
  std::vector<double> configurations, poses;
  pin::Data::Matrix6x J;
  pin::Data::Matrix6 Jlog, JJt;
  Eigen::VectorXd q, v, lowest, highest;
  std::mt19937_64 random;

  explicit Side(const pin::Model &m) : model(m), data(m), J(6, m.nv), q(m.nq), v(m.nv) {
    J.setZero();
    lowest = m.lowerPositionLimit;
    highest = m.upperPositionLimit;
  }

  // one call that follows the joints of the frame only
  void along_the_chain() { pin::computeFrameJacobian(model, data, q, frame, pin::LOCAL_WORLD_ALIGNED, J); }

  // all joints, then the columns of the frame
  void of_all_joints(pin::ReferenceFrame axes) {
    pin::computeJointJacobians(model, data, q);
    pin::updateFramePlacement(model, data, frame);
    pin::getFrameJacobian(model, data, frame, axes, J);
  }

  // nanoseconds for one Jacobian; adds their absolute values if asked to
  template <class Work>
  double pass(Work work, double *sum) {
    const int count = static_cast<int>(configurations.size()) / joints;
    const auto start = Clock::now();
    for (int c = 0; c < count; c++) {
      for (int i = 0; i < joints; i++) q[i] = configurations[c * joints + i];
      work();
      if (sum) *sum += J.cwiseAbs().sum();
    }
    return since(start) / count;
  }

  void jacobians() {
    double sum = 0;
    J.setZero();
    pass([this] { along_the_chain(); }, &sum);
    const double chain = pass([this] { along_the_chain(); }, nullptr);
    const double all = pass([this] { of_all_joints(pin::LOCAL_WORLD_ALIGNED); }, nullptr);
    std::cout << std::min(chain, all) << " " << sum << std::endl;
  }

  // whether an attempt reaches the target from `q`, to 1e-5 in each of six dimensions
  bool attempt(const pin::SE3 &target, double dt, int iterations) {
    for (int i = 0; i < iterations; i++) {
      of_all_joints(pin::LOCAL);
      const pin::SE3 iMd = data.oMf[frame].actInv(target);
      const Eigen::Matrix<double, 6, 1> e = pin::log6(iMd).toVector();
      if (e.cwiseAbs().maxCoeff() < 0.5e-5) return true;
      pin::Jlog6(iMd.inverse(), Jlog);
      J = -Jlog * J;
      JJt.noalias() = J * J.transpose();
      JJt.diagonal().array() += 1e-6;
      v.noalias() = -J.transpose() * JJt.ldlt().solve(e);
      q += dt * v;
      q = q.cwiseMax(lowest).cwiseMin(highest);
    }
    return false;
  }

  void solve(int from, int to, double dt, int iterations, int restarts) {
    std::ostringstream out;
    out.precision(17);
    random.seed(7);
    for (int t = from; t < to; t++) {
      const double *p = &poses[7 * t];
      const auto start = Clock::now();
      const Eigen::Quaterniond turn(p[3], p[4], p[5], p[6]);
      const pin::SE3 target(turn.normalized().toRotationMatrix(), Eigen::Vector3d(p[0], p[1], p[2]));
      q = 0.5 * (lowest + highest);
      bool reached = attempt(target, dt, iterations);
      for (int k = 0; k < restarts && !reached; k++) {
        for (int i = 0; i < joints; i++) {
          q[i] = std::uniform_real_distribution<double>(lowest[i], highest[i])(random);
        }
        reached = attempt(target, dt, iterations);
      }
      out << since(start) / 1000;
      for (int i = 0; i < joints; i++) out << " " << q[i];
      out << "\n";
    }
    std::cout << out.str() << std::flush;
  }
};

int main(int argc, char **argv) {
  if (argc < 6) {
    std::cerr << "pinocchio_side MODEL FRAME JOINTS CONFIGURATIONS POSES\n";
    return 2;
  }
  pin::Model model;
  pin::mjcf::buildModel(argv[1], model);
  Side side(model);
  side.frame = model.getFrameId(argv[2]);
  side.joints = std::stoi(argv[3]);
  side.configurations = numbers(argv[4]);
  side.poses = numbers(argv[5]);
  std::cout.precision(17);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string what;
    int from = 0, to = 0, iterations = 0, restarts = 0;
    double dt = 1;
    words >> what >> from >> to >> dt >> iterations >> restarts;
    if (what == "jac") {
      side.jacobians();
    } else {
      side.solve(from, to, dt, iterations, restarts);
    }
  }
  return 0;
}
